"""What people see of poker: grids of hands, tables, pictures, and play at a terminal.

grid             one number or bar for each of the 169 classes of hands, at a place
table picture    grids as text and as pictures
opening          how all seats open
terminal         the words of poker at a terminal, and what a strategy does with every hand there
"""
