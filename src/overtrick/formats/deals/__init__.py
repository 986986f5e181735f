"""Files of deals: what dealing machines, players' programs and BigDeal write and read.

`files` is the interface: it recognises a file by its content, and writes a file by the name of its format.
"""
