"""Trees of streets: betting, times boards, times hands that are compared by rank."""
