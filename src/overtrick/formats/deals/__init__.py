"""Files of deals: what dealing machines, players' programs and BigDeal write and take.

`files` is the door: a file is recognised by what is in it, and written by the name of its format.
"""
