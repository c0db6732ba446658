"""Files that are no good, each in its own way, and two that are hostile (those are made on request, never kept)."""
import io
import zipfile

import msoffcrypto
from PIL import Image

from .settle import WHEN, settle

PASSWORD = "otter"
CONTENT_TYPES = """<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default \
Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" \
ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"""
RELATIONS = """<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">\
<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" \
Target="word/document.xml"/></Relationships>"""


def truncated(source, path, share):
    body = source.read_bytes()
    path.write_bytes(body[:int(len(body) * share)])


def locked(source, path):
    """Encryption takes fresh salts, so a locked file that is there already stays as it is."""
    if path.exists():
        return
    out = io.BytesIO()
    with source.open("rb") as plain:
        msoffcrypto.OfficeFile(plain).encrypt(PASSWORD, out)
    path.write_bytes(out.getvalue())


def archive(path):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as zipped:
        zipped.writestr("minutes.txt", "The minutes of the meeting were put here by mistake.\n")
        zipped.writestr("map.txt", "Here be otters.\n")
    settle(path)


def spineless(source, path):
    def change(name, body):
        if not name.endswith(".opf"):
            return body
        start, end = body.index(b"<spine"), body.index(b"</spine>") + len(b"</spine>")
        return body[:start] + body[end:]

    path.write_bytes(source.read_bytes())
    settle(path, change)


def make(folder):
    broken = folder / "broken"
    broken.mkdir(exist_ok=True)
    truncated(folder / "concrete.docx", broken / "truncated.docx", 0.6)
    truncated(folder / "budget.xlsx", broken / "truncated.xlsx", 0.5)
    locked(folder / "sovet.docx", broken / "locked.docx")
    locked(folder / "muzei.xlsx", broken / "locked.xlsx")
    archive(broken / "archive.pdf")
    spineless(folder / "bees.epub", broken / "spineless.epub")
    (broken / "page.docx").write_text(
        '<html xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta charset="utf-8"><title>Export</title></head><body>'
        "<h1>Fares of the ferry</h1><p>Exported by a clerk who believes that a name makes a format.</p></body></html>\n")
    (broken / "headless.eml").write_text(
        "This letter lost its head on the way.\n\nIt has neither sender nor subject, and the first line is no header.\n")
    whole = (folder / "kiosk.json").read_text()
    (broken / "cut.json").write_text(whole[:len(whole) // 2])
    picture = Image.new("RGB", (48, 32))
    picture.putdata([(x * 5 % 256, y * 8 % 256, x * y % 256) for y in range(32) for x in range(48)])
    picture.save(broken / "picture.txt", "PNG")


def hostile(folder):
    folder.mkdir(parents=True, exist_ok=True)
    bomb(folder / "bomb.docx")
    depth = 100_000
    (folder / "deep.html").write_text(
        "<!DOCTYPE html><title>Deep</title>" + "<div>" * depth + "The bottom." + "</div>" * depth)


def bomb(path):
    """One gibibyte of paragraphs of zeros, well-formed, in about a megabyte."""
    paragraph = b"<w:p><w:r><w:t>%s</w:t></w:r></w:p>" % (b"0" * (1 << 20))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as zipped:
        for name, body in {"[Content_Types].xml": CONTENT_TYPES, "_rels/.rels": RELATIONS}.items():
            zipped.writestr(zipfile.ZipInfo(name, WHEN), body, zipfile.ZIP_DEFLATED)
        info = zipfile.ZipInfo("word/document.xml", WHEN)
        info.compress_type = zipfile.ZIP_DEFLATED
        with zipped.open(info, "w") as part:
            part.write(b'<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w='
                       b'"http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>')
            for _ in range(1 << 10):
                part.write(paragraph)
            part.write(b"</w:body></w:document>")
