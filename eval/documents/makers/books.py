"""Books: two by ebooklib, one zipped by hand the way an older publisher's tool did it (EPUB 2, files out of order)."""
import datetime
import uuid
import zipfile

from ebooklib import epub

from .settle import settle

OPS = 'xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"'

KEEPER = [("one", "The island", """
<h1>The Keeper of Reed Island</h1>
<h2>Chapter one: The island</h2>
<p>The island was so small that the keeper knew each of its stones by name, and so far out that the post came once a
month, if the postman had no cold.</p>
<p>She kept three things: the light, the gauge and the goat.<a epub:type="noteref" href="#n1">1</a> The light was lit at
dusk, the gauge was read at noon, and the goat did as it pleased.</p>
<aside epub:type="footnote" id="n1"><p>The goat is not in the inventory.</p></aside>
<h3>What stood on the shelf</h3>
<table><thead><tr><th>Thing</th><th>How many</th><th>For what</th></tr></thead>
<tbody><tr><td>lamp oil</td><td>12 tins</td><td>the light</td></tr>
<tr><td>log books</td><td>3</td><td>the gauge</td></tr>
<tr><td>salt</td><td>1 block</td><td>the goat</td></tr></tbody></table>
<p>Everything else she had read so often that it no longer counted.</p>
"""), ("two", "The letter", """
<h2>Chapter two: The letter</h2>
<p>In the month of fogs the postman brought a letter with a blue seal. It said, in a clerk&#8217;s round hand:</p>
<blockquote><p>The level at your gauge has not changed in eleven years. Either the sea stands still, or you do.
Kindly explain.</p></blockquote>
<p>The keeper laughed until the goat looked up. Then she went down to the water and saw that the board had been
<em>floating</em> all that time.</p>
<h3>The song she sang while mending it</h3>
<div class="poem"><p class="line">Tide, tide, where do you go</p><p class="line">when nobody measures your ebb and flow?</p>
<p class="line">Under the weed and over the stone,</p><p class="line">up when I&#8217;m looked at and down when alone.</p></div>
"""), ("three", "The answer", """
<h2>Chapter three: The answer</h2>
<p>She wrote back on the same day:</p>
<p>Dear Sirs,<br/>the sea moves; the board moved with it.<br/>Now only the sea does.</p>
<p>The answer took two months to arrive and is still kept in a drawer.<a epub:type="noteref" href="#n2">2</a></p>
<h3>Afterwards</h3>
<ul><li>The gauge was bolted to the rock.</li><li>The goat was entered in the inventory:
<ol><li>as a goat,</li><li>under &#8220;other instruments&#8221;.</li></ol></li></ul>
<aside epub:type="footnote" id="n2"><p>Third from the top; it sticks.</p></aside>
""")]

TALES = [("les", "Как Леший строил мост", """
<h1>Как Леший строил мост</h1>
<p>Жил Леший на левом берегу, а грибы росли на правом. Сорок лет ходил он вброд и сорок лет ворчал.</p>
<h2>Первый мост</h2>
<p>Первый мост Леший сплёл из тумана. Мост вышел красивый, но&nbsp;к&nbsp;полудню растаял вместе с&nbsp;лукошком.</p>
<h2>Второй мост</h2>
<p>Второй он сложил из брёвен. Считал так:</p>
<table><tr><th>Бревно</th><th>Длина, саженей</th><th>Откуда</th></tr>
<tr><td>первое</td><td>4</td><td>от берега</td></tr><tr><td>второе</td><td>5</td><td>от бури</td></tr>
<tr><td>третье</td><td>4½</td><td>от соседа (без спросу)</td></tr></table>
<p>За третьим бревном пришёл сосед Водяной, и мост стал короче.</p>
"""), ("pesnya", "Песня Водяного", """
<h1>Песня Водяного</h1>
<p>Эту песню Водяной поёт в половодье, когда его никто не слышит.</p>
<p class="stih">Я сижу на дне реки,<br/>Мимо плавают мальки,<br/>Мимо плавают года —<br/>И вода, вода, вода.</p>
<p class="stih">Кто мостит надо мной мосты,<br/>Тот не знает красоты:<br/>Снизу видно, как доска<br/>Подпирает облака.</p>
"""), ("kikimora", "Кикимора и часы", """
<h1>Кикимора и часы</h1>
<h2>Находка</h2>
<p>Кикимора нашла на болоте часы. Часы тикали<sup><a href="#p1">1</a></sup>, и болото стало их слушать.</p>
<h3>Что было в полдень</h3>
<p>В полдень часы пробили двенадцать раз, и все лягушки легли спать: они подумали, что ночь.</p>
<h2>Возвращение</h2>
<p>Часы пришлось вернуть. Хозяин, мельник, сказал только: &laquo;Отстают&raquo;.</p>
<div class="footnotes"><p id="p1">1. Знающие люди говорят: капали.</p></div>
""")]

BEES = {
    "text/c10.xhtml": """<h1>2. The year of a hive</h1>
<h2>Spring</h2><p>Lift the lid on the first warm noon and look, but do not touch. A hive that weighs less than a
well-fed cat is fed with syrup.</p>
<h3>Syrup</h3><p>Two parts of sugar to one of water, by weight. It must not boil.</p>
<h2>Summer</h2><p>A swarm is two things at once:</p>
<dl><dt>a loss</dt><dd>half of the bees leave;</dd><dt>a gift</dt><dd>if they leave into your own basket.</dd></dl>
<h2>Autumn</h2><h3>What is taken and what is left</h3>
<table border="1"><tr><th rowspan="2">Hive</th><th colspan="2">Honey, kg</th></tr><tr><th>taken</th><th>left</th></tr>
<tr><td>under the lime</td><td>14.5</td><td>12</td></tr><tr><td>by the wall</td><td>6</td><td>12</td></tr>
<tr><td>the old basket</td><td>0</td><td>9</td></tr></table>
<p class="caption">Table 1. The harvest of a middling year.</p>""",
    "text/c05.xhtml": """<h1>1. The hive and its people</h1>
<p>A hive has one queen, some hundreds of drones and as many workers as a town has people.</p>
<p><img src="../images/hive.png" alt="A straw hive"/></p>
<h2>Who does what</h2>
<h3>Inside</h3><ul><li>cleaning</li><li>nursing</li><li>building</li></ul>
<h3>Outside</h3><ul><li>guarding</li><li>gathering<ul><li>nectar</li><li>pollen</li><li>gossip</li></ul></li></ul>
<h4>How they tell the way</h4>
<p>A gatherer dances the way on the comb. The angle is the direction; the number of turns is the distance.</p>""",
    "text/title.xhtml": "<h1>Bees for the Patient</h1><p>A handbook by the Old Badger of Fern Halt</p>",
    "text/c99.xhtml": """<h1>A word at the end</h1><p>Those who hurry are stung.</p>
<pre><code>patience = 1
while stung:
    patience += 1</code></pre>""",
}


def write(path, name, title, language, chapters, with_contents):
    book = epub.EpubBook()
    book.set_identifier(str(uuid.uuid5(uuid.NAMESPACE_URL, name)))
    book.set_title(title)
    book.set_language(language)
    pages = []
    for file, heading, body in chapters:
        page = epub.EpubHtml(title=heading, file_name=f"{file}.xhtml", lang=language)
        page.content = f"<html {OPS}><head><title>{heading}</title></head><body>{body}</body></html>"
        book.add_item(page)
        pages.append(page)
    book.toc = pages
    book.add_item(epub.EpubNcx())
    book.add_item(epub.EpubNav())
    book.spine = (["nav"] if with_contents else []) + pages
    epub.write_epub(path, book, {"mtime": datetime.datetime(2026, 1, 1)})
    settle(path)


def bees(path):
    order = ["text/title.xhtml", "text/c05.xhtml", "text/c10.xhtml", "text/c99.xhtml"]
    items = "".join(f'<item id="i{at}" href="{name}" media-type="application/xhtml+xml"/>' for at, name in enumerate(BEES))
    refs = "".join(f'<itemref idref="i{list(BEES).index(name)}"/>' for name in order)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        book.writestr("META-INF/container.xml", '<?xml version="1.0"?><container version="1.0" '
                      'xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile '
                      'full-path="OPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>')
        book.writestr("OPS/package.opf", '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="2.0" '
                      'unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Bees for the '
                      'Patient</dc:title><dc:language>en</dc:language><dc:identifier id="id">bees-for-the-patient'
                      f'</dc:identifier></metadata><manifest><item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
                      f'{items}</manifest><spine toc="ncx">{refs}</spine></package>')
        points = "".join(f'<navPoint id="p{at}" playOrder="{at}"><navLabel><text>Part {at}</text></navLabel>'
                         f'<content src="{name}"/></navPoint>' for at, name in enumerate(order, 1))
        book.writestr("OPS/toc.ncx", '<?xml version="1.0"?><ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1">'
                      '<head><meta name="dtb:uid" content="bees-for-the-patient"/></head><docTitle><text>Bees for the Patient'
                      f'</text></docTitle><navMap>{points}</navMap></ncx>')
        for name, body in BEES.items():
            book.writestr(f"OPS/{name}", '<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" '
                          '"http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><head>'
                          f'<title>Bees for the Patient</title></head><body>{body}</body></html>')
    settle(path)


def make(folder):
    write(folder / "keeper.epub", "keeper", "The Keeper of Reed Island", "en", KEEPER, with_contents=False)
    write(folder / "skazki.epub", "skazki", "Сказки Тихого Омута", "ru", TALES, with_contents=True)
    bees(folder / "bees.epub")
