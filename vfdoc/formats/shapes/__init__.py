"""The JSON that other programs read, as typed shapes; their JSON Schemas come from the same place.

Keys may be added, none renamed. Lines and columns are 1-based, of the file as given; unknown is
null; section values are anchors.
"""
