"""Sessions that were scored elsewhere, become events: seated again, played again through the director's own checks."""
