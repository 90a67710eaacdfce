"""Other names of what :mod:`zerosum.pkr.buckets.plans` has, for one version."""

from zerosum.pkr.buckets.plans import fit, folder_of, name_of

__all__ = ["fit", "folder_of", "name_of"]
