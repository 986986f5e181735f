"""A second scorer, written from the documents' clauses alone, to hold the product's standings against.

One module a document, to be read beside it. Nothing here imports the product but `comparison`, which plays books and
reads standings by the public command; a test walks the syntax trees and says so.
"""
