"""What is kept from one run to the next: on disk, by content; nothing but speed depends on it.

`disk` holds entries of JSON by key, `values` turns values of the model into JSON and back, and `stages`
asks the store before a stage is worked out. Which files a result rests on is the caller's to say.
"""
