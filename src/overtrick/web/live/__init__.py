"""The live stream: it sends readers of an event what their open pages say now, or its last number. Free of Django."""
