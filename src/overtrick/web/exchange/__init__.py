"""Exchange with other machines: results sent out, books led by a venue, messages to browsers, copies of pages."""
