"""Printed sheets as PDF: lists for the notice board and papers for the tables, made only from views.

A sheet calculates nothing. Its numbers are those of the pages, and its last line says from which posting it was made
and where its page is, so that the why of every number on paper can be found. It is drawn by reportlab, in the extra
`overtrick[print]`; without it `paper.missing` says so, and users can print pages from the browser.
"""
