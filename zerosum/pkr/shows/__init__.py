"""What people see of poker: grids of hands, pictures, and play at a terminal.

line                        a line of betting as keys
grid picture                one number or bar for each of the 169 hands, as text and as a picture
river holdem                what strategies of either game do, in tables
terminal                    the words of either game at a terminal
"""
