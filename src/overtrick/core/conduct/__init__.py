"""How events are conducted: penalties, clocks, appeals, timetables and system cards.

Every figure is rule data. What comes of an offence is proposed where the regulation says "may", and is a
director's to give; time comes in as an argument, as the local time of the venue.
"""
