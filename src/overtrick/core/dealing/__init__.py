"""Dealing as championships do it: every deal has a number, and numbers come from a cryptographic hash.

`numbers` is the one-to-one map between numbers and deals, `stream` draws numbers from seeds, `squaredeal` makes the
seeds of a session from keys that were fixed before and a value that nobody knew before, `statistics` compares a set
with what is expected of it. Nothing here throws dice: whoever asks for deals brings the seeds.
"""
