"""The sheet that a PDF of vfdoc's own carries with it: what it says, in the JSON of `sheet`."""

from __future__ import annotations

import ctypes
from typing import Any

import msgspec

from vfdoc.formats.shapes.sheet import SheetShape
from vfdoc.model import InputError

NAME = "sheet.json"


def attached_sheet(data: bytes, file: str) -> SheetShape:
    """The sheet that a PDF carries; InputError where it is no PDF, or none that vfdoc made."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise InputError(file, f"is no PDF that can be read ({error})", "name a text") from None
    try:
        return msgspec.json.decode(_attachment(document), type=SheetShape)
    except (msgspec.DecodeError, LookupError):
        remedy = "audit its text: copy it out into a file"
        raise InputError(file, "is no PDF that vfdoc made as a sheet", remedy) from None
    finally:
        document.close()


def _attachment(document: Any) -> bytes:
    """The attached file of that name; LookupError where there is none."""
    import pypdfium2.raw as raw

    for n in range(raw.FPDFDoc_GetAttachmentCount(document)):
        found = raw.FPDFDoc_GetAttachment(document, n)
        length = raw.FPDFAttachment_GetName(found, None, 0)
        name = ctypes.create_string_buffer(length)
        raw.FPDFAttachment_GetName(found, ctypes.cast(name, ctypes.POINTER(raw.FPDF_WCHAR)), length)
        if name.raw.decode("utf-16-le", "replace").rstrip("\0") != NAME:
            continue
        size = ctypes.c_ulong()
        raw.FPDFAttachment_GetFile(found, None, 0, ctypes.byref(size))
        data = ctypes.create_string_buffer(size.value)
        raw.FPDFAttachment_GetFile(found, data, size.value, ctypes.byref(size))
        return data.raw
    raise LookupError(NAME)
