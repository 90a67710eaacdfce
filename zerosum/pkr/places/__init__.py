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
"""
