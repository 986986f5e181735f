"""Sheets of paper: what hangs on the wall and lies on the tables, as PDF, made of the views and of nothing else.

A sheet computes nothing. Its numbers are those of the pages, and each sheet says in its last line from which posting it
was made and where its page is, so that every number on paper can say why. reportlab draws it, which is the extra
`overtrick[print]`; without it `paper.missing` says so, and a page is printed by the browser.
"""
