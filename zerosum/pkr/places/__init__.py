"""Public places in hands of poker: what a strategy does there with every hand, and who gets there.

hidden            a decision without the hand
policy            what a strategy does with all hands
private           the values of factors of cards, for all hands
rows              the rows of a strategy for all hands, mapped from the disk
tracks            the abstract hands beside a real one: translated, or blended
menus             the actions of a place
place             a place in a hand, with the reach of every seat
follower          follows hands through places, and into parts of a run
endings playouts  what hands win after it: on the last street exactly, elsewhere in sampled deals
worth             what each action wins there

>>> from zerosum.pkr import NoLimitHoldem
>>> from zerosum.pkr.places.place import OffMenu, first_place
>>> from zerosum.pkr.places.rows import Rows
>>> even = lambda seen: dict.fromkeys(seen.actions(), 1 / len(seen.actions()))
>>> start = first_place(Rows(even, NoLimitHoldem(sizes=(100,))))
>>> start.seat_name, start.menu.words
('small blind', ('f', 'c', 'r4', 'a'))
>>> bet = OffMenu(seat=1, chips=9, instead=("r8", "r12"), apart=(0.05, 0.15))  # nearer to 8
"""
