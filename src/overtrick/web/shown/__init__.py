"""What the pages show, arranged from an event as it stands: plain data, no request and no template."""
