"""Dealing as championships do it: every deal has a number, and the numbers come from a cryptographic hash.

`numbers` is the one-to-one map between numbers and deals, `squaredeal` makes the seeds of a session from keys that were
fixed in advance and a value that no one could know, and draws the numbers from them, and `statistics` compares a set of
deals with expectation. Nothing here is random: the caller supplies the seeds.
"""
