#!/usr/bin/env python3
"""Makes the broken files of this folder. Needs ReportLab and qpdf.

    python3 -m venv venv && venv/bin/pip install reportlab==4.4.4
    venv/bin/python crates/quipu-pdf/tests/files/make.py
"""
import pathlib
import subprocess

from reportlab.pdfgen import canvas

HERE = pathlib.Path(__file__).resolve().parent
TEXT = [
    "The keeper wrote the height of the water into a book.", "Nobody has read those pages since the station closed.",
    "A careful reader would find the storm of that winter.", "Every second line mentions fog, wind or broken glass.",
]


def page(name, draw):
    sheet = canvas.Canvas(str(HERE / name), pagesize=(420, 300), invariant=1)
    draw(sheet)
    sheet.showPage()
    sheet.save()


def lines(font):
    def draw(sheet):
        sheet.setFont(font, 12)
        for at, line in enumerate(TEXT):
            sheet.drawString(40, 240 - 16 * at, line)
    return draw


def boxes(sheet):
    for row in range(12):
        for column in range(40):
            if (row * 7 + column * column) % 3:
                sheet.rect(40 + column * 8, 250 - row * 16, 6, 9, stroke=0, fill=1)


def hidden(sheet):
    boxes(sheet)
    text = sheet.beginText(40, 240)
    text.setFont("Helvetica", 12)
    text.setTextRenderMode(3)
    for line in TEXT:
        text.textLine(line)
    sheet.drawText(text)


def codes(sheet):
    """What a reader sees of a font that does not say which letters it draws: numbers of glyphs."""
    sheet.setFont("Helvetica", 12)
    for at, line in enumerate(TEXT + TEXT[::-1]):
        sheet.drawString(40, 240 - 16 * at, "".join(" " if letter == " " else chr(ord(letter) - 29) for letter in line))


if __name__ == "__main__":
    page("plain-text.pdf", lines("Helvetica"))
    page("scan.pdf", boxes)
    page("hidden.pdf", hidden)
    page("codes.pdf", codes)
    subprocess.run(["qpdf", "--static-id", "--encrypt", "secret", "owner", "256", "--", HERE / "plain-text.pdf",
                    HERE / "locked.pdf"], check=False)
    subprocess.run(["qpdf", "--static-id", "--allow-weak-crypto", "--encrypt", "", "owner", "128", "--",
                    HERE / "plain-text.pdf", HERE / "owner-locked.pdf"], check=False)
