"""Import and export: results and related data in the file formats in actual use."""
