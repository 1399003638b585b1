"""The search pane: passages without a language model, by document, with the words marked."""
