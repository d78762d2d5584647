"""The static site: `whole` puts it together, the other files make its pages and what stands on them."""
