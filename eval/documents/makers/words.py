"""Documents of a word processor: three by python-docx (footnotes written by hand), one by pandoc."""
import subprocess

from docx import Document
from docx.enum.style import WD_STYLE_TYPE
from docx.opc.constants import RELATIONSHIP_TYPE as RT
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.shared import Pt

from .settle import settle

FOOTNOTES = "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"


class Footnotes:
    """python-docx has none: their part is written by hand, with the two separators that Word always puts first."""

    def __init__(self, document):
        self.document, self.texts = document, []

    def mark(self, paragraph, text):
        self.texts.append(text)
        paragraph._p.append(parse_xml(
            f'<w:r {nsdecls("w")}><w:rPr><w:vertAlign w:val="superscript"/></w:rPr>'
            f'<w:footnoteReference w:id="{len(self.texts)}"/></w:r>'))

    def write(self):
        notes = "".join(
            f'<w:footnote w:id="{at}"><w:p><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteRef/></w:r>'
            f'<w:r><w:t xml:space="preserve"> {text}</w:t></w:r></w:p></w:footnote>' for at, text in enumerate(self.texts, 1))
        body = (f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:footnotes {nsdecls("w")}>'
                '<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>'
                '<w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>'
                f'{notes}</w:footnotes>')
        part = Part(PackURI("/word/footnotes.xml"), FOOTNOTES, body.encode(), self.document.part.package)
        self.document.part.relate_to(part, RT.FOOTNOTES)


def field(paragraph, code):
    for kind in ("begin", None, "separate", "shown", "end"):
        run = paragraph.add_run("1" if kind == "shown" else "")
        if kind is None:
            words = OxmlElement("w:instrText")
            words.text = f" {code} "
            run._r.append(words)
        elif kind != "shown":
            char = OxmlElement("w:fldChar")
            char.set(qn("w:fldCharType"), kind)
            run._r.append(char)


def margins(document, header, footer):
    section = document.sections[0]
    section.header.paragraphs[0].text = header
    line = section.footer.paragraphs[0]
    line.add_run(footer + " ")
    field(line, "PAGE")
    line.add_run(" / ")
    field(line, "NUMPAGES")


def source_code(document):
    style = document.styles.add_style("Source Code", WD_STYLE_TYPE.PARAGRAPH)
    style.font.name, style.font.size = "Courier New", Pt(9)


def levels(document, formats):
    """A real many-level list, as Word makes it. Gives its number."""
    numbering = document.part.numbering_part.element
    number = 70 + len(numbering.findall(qn("w:abstractNum")))
    rows = "".join(
        f'<w:lvl w:ilvl="{at}"><w:start w:val="1"/><w:numFmt w:val="{form}"/><w:lvlText w:val="{text}"/>'
        f'<w:pPr><w:ind w:left="{720 * (at + 1)}" w:hanging="360"/></w:pPr></w:lvl>' for at, (form, text) in enumerate(formats))
    numbering.insert(0, parse_xml(f'<w:abstractNum {nsdecls("w")} w:abstractNumId="{number}">'
                                  f'<w:multiLevelType w:val="multilevel"/>{rows}</w:abstractNum>'))
    numbering.append(parse_xml(f'<w:num {nsdecls("w")} w:numId="{number}"><w:abstractNumId w:val="{number}"/></w:num>'))
    return number


def point(document, number, level, text):
    paragraph = document.add_paragraph(text)
    paragraph._p.get_or_add_pPr().append(parse_xml(
        f'<w:numPr {nsdecls("w")}><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>'))
    return paragraph


def grid(document, rows, merges=()):
    table = document.add_table(len(rows), len(rows[0]), style="Table Grid")
    for row, words in enumerate(rows):
        for column, text in enumerate(words):
            if text is not None:
                table.cell(row, column).text = text
    for (top, left), (bottom, right) in merges:
        table.cell(top, left).merge(table.cell(bottom, right))


def save(document, path):
    document.save(path)
    settle(path)


def concrete(path):
    document = Document()
    notes = Footnotes(document)
    margins(document, "Heron Mill — works manual", "Sheet")
    source_code(document)
    document.add_heading("Concrete for the weir", 0)
    document.add_paragraph("This manual tells how the concrete of the weir at Heron Mill is mixed, placed and looked after. "
                           "It replaces the loose sheets that hung in the cement shed.")
    document.add_heading("What it is made of", 1)
    line = document.add_paragraph("Four things go into the mixer, and ")
    line.add_run("nothing").bold = True
    line.add_run(" else. Water is weighed, not poured by eye.")
    notes.mark(line, "The old rule of two buckets a bag gave a mix that could be poured like soup and broke like a biscuit.")
    line.add_run(" The sand comes from the upper pit only.")
    document.add_heading("The recipe", 2)
    document.add_paragraph("For one cubic metre:")
    document.add_paragraph("Dry parts:", "List Bullet")
    document.add_paragraph("cement, 340 kg;", "List Bullet 2")
    document.add_paragraph("sand up to 4 mm, 720 kg;", "List Bullet 2")
    document.add_paragraph("gravel 8 to 16 mm, 1,080 kg.", "List Bullet 2")
    document.add_paragraph("Wet parts:", "List Bullet")
    document.add_paragraph("water, 170 kg, less what the sand already holds.", "List Bullet 2")
    document.add_heading("Strength by age", 3)
    grid(document, [
        ["Mix", "Strength, MPa", None, None],
        [None, "3 days", "7 days", "28 days"],
        ["Weir", "14.5", "22.0", "34.0"],
        ["Steps", "11.0", "17.5", "26.5"],
        ["Lean mix under slabs", "not tested", None, "9.0"],
    ], [((0, 0), (1, 0)), ((0, 1), (0, 3)), ((4, 1), (4, 2))])
    document.add_paragraph("Table 1. Cubes of 150 mm, kept in the mill pond at 12 °C.", "Caption")
    document.add_heading("Placing", 1)
    document.add_paragraph("Wet the forms the evening before.", "List Number")
    document.add_paragraph("Pour in layers no thicker than a hand is long.", "List Number")
    document.add_paragraph("Stir each layer with the poker until no more bubbles rise.", "List Number")
    line = document.add_paragraph("Cover with wet sacking for seven days.", "List Number")
    notes.mark(line, "Ten days if the wind blows from the east.")
    document.add_heading("How much water", 2)
    document.add_paragraph("The keeper's calculator runs this:")
    for row in ["def water(sand_kg, moisture):", "    held = sand_kg * moisture / 100", "    return 170 - held", "",
                "print(water(720, 4))  # 141.2"]:
        document.add_paragraph(row, "Source Code")
    document.add_heading("When it is cold", 1)
    document.add_paragraph("Below five degrees the mix sets slowly; below zero it does not set at all, and the water in it "
                           "bursts it. Mix with warm water, never with salt.")
    notes.write()
    save(document, path)


def council(path):
    document = Document()
    notes = Footnotes(document)
    margins(document, "Водный совет посёлка Тихий Омут", "Протокол № 3, лист")
    numbers = levels(document, [("decimal", "%1."), ("decimal", "%1.%2."), ("bullet", "•")])
    document.add_heading("Протокол № 3 заседания водного совета", 1)
    document.add_paragraph("Посёлок Тихий Омут, 4 марта 2026 года. Начало в 17:00, окончание в 19:40.")
    document.add_paragraph("Присутствовали: председатель Водяной, секретарь Русалка, члены совета Леший, Кикимора и Домовой. "
                           "Отсутствовал по уважительной причине (зимняя спячка) Медведь.")
    document.add_heading("Повестка дня", 2)
    point(document, numbers, 0, "О состоянии плотины.")
    point(document, numbers, 1, "Отчёт смотрителя.")
    point(document, numbers, 1, "Смета на ремонт:")
    point(document, numbers, 2, "лес и гвозди;")
    point(document, numbers, 2, "глина и камень.")
    point(document, numbers, 0, "О плате за воду.")
    point(document, numbers, 0, "Разное.")
    document.add_heading("Слушали и постановили", 2)
    document.add_heading("О состоянии плотины", 3)
    line = document.add_paragraph("Домовой доложил, что за зиму плотина просела на 11 сантиметров")
    notes.mark(line, "Измерено рейкой от верхней сваи; рейка хранится у секретаря.")
    line.add_run(" и пропускает воду у третьего щита. Кикимора возразила, что вода уходит не под щит, а в бобровый ход.")
    line = document.add_paragraph()
    line.add_run("Поста")
    line.add_run("новили").bold = True
    line.add_run(": чинить третий щит до половодья, бобров предупредить письменно.")
    grid(document, [
        ["Статья", "Сумма, руб.", None, "Примечание"],
        [None, "план", "смета", None],
        ["Брус лиственничный, 4 м³", "88 000", "92 400", "подорожал"],
        ["Глина", "0", "0", "берём со дна"],
        ["Работа", "35 000", "35 000", "включая ночные смены"],
        ["Итого", "123 000", "127 400", None],
    ], [((0, 0), (1, 0)), ((0, 1), (0, 2)), ((0, 3), (1, 3))])
    document.add_paragraph("Таблица 1. Смета ремонта третьего щита", "Caption")
    document.add_heading("О плате за воду", 3)
    document.add_paragraph("Предложено оставить прежнюю плату: 12 рублей за бочку летом и 9 рублей зимой. За — 4, против — 0, "
                           "воздержался — 1 (Леший, который воду не носит).")
    document.add_heading("Разное", 3)
    line = document.add_paragraph("Русалка напомнила, что купаться у водозабора запрещено.")
    notes.mark(line, "Правила пользования водоёмом, пункт 8.")
    document.add_paragraph("Следующее заседание назначено на 1 апреля.")
    notes.write()
    save(document, path)


def ship(path):
    document = Document()
    margins(document, "Шхуна «Летучая рыба»", "Вахтенный журнал, с.")
    source_code(document)
    document.add_heading("Вахтенный журнал шхуны «Летучая рыба»", 0)
    document.add_heading("Рейс 17: мыс Лукавый — остров Недосягаемый", 1)
    line = document.add_paragraph("Вышли на рассвете при ветре в три балла. Груз: ")
    line._p.append(parse_xml(f'<w:del {nsdecls("w")} w:id="901" w:author="first mate" w:date="2026-01-01T00:00:00Z"><w:r>'
                             '<w:delText>сто бочек рома</w:delText></w:r></w:del>'))
    line._p.append(parse_xml(f'<w:ins {nsdecls("w")} w:id="902" w:author="first mate" w:date="2026-01-01T00:00:00Z"><w:r>'
                             '<w:t>девяносто девять бочек рома</w:t></w:r></w:ins>'))
    line.add_run(" и одна клетка с попугаем.")
    line = document.add_paragraph("Карта пролива взята из ")
    link = document.part.relate_to("https://example.org/lotsiya", RT.HYPERLINK, is_external=True)
    line._p.append(parse_xml(f'<w:hyperlink {nsdecls("w", "r")} r:id="{link}"><w:r><w:t>лоции 1899 года</w:t></w:r></w:hyperlink>'))
    line.add_run(" и исправлена от руки.")
    document.add_heading("Первая вахта", 2)
    line = document.add_paragraph("Капитан Штиль приказал взять рифы.")
    line.add_run().add_break()
    line.add_run("Боцман Якорь приказ выполнил, но ворчал.")
    document.add_heading("Замечено с мачты", 3)
    document.add_paragraph("По левому борту:", "List Bullet")
    document.add_paragraph("три кита;", "List Bullet 2")
    document.add_paragraph("бутылка с письмом (подобрана, письмо размокло);", "List Bullet 2")
    document.add_paragraph("По правому борту: ничего, кроме тумана.", "List Bullet")
    document.add_heading("Курс и ветер", 2)
    grid(document, [
        ["Час", "Курс", "Ветер", "Барометр, мм"],
        ["06:00", "NNO", "3 балла, зюйд", "761"],
        ["10:00", None, "4 балла, зюйд-вест", "757"],
        ["14:00", "NO", "штиль", None],
    ], [((1, 1), (2, 1)), ((2, 3), (3, 3))])
    document.add_paragraph("Таблица. В 14:00 барометр не читали: попугай разбил стекло.", "Caption")
    document.add_heading("Сигнал", 2)
    document.add_paragraph("Встречному судну передано ратьером:")
    code = document.add_paragraph(style="Source Code")
    for at, row in enumerate(["ЛР -> ВСЕМ: ТУМАН", "    ИДУ МАЛЫМ", "    ПОВТОРЯЮ: ИДУ МАЛЫМ"]):
        run = code.add_run()
        if at:
            run.add_break()
        run.add_text(row)
    document.add_heading("Итог рейса", 1)
    document.add_paragraph("Остров Недосягаемый не достигнут. Ром доставлен в порт приписки в полном, за исключением одной "
                           "бочки, количестве.")
    save(document, path)


PUMP = """# Насосная станция «Ключ»: руководство по уходу

Руководство написано для дежурного, который остался на станции один.[^один] Читать его следует до того, как что-нибудь загудит.

[^один]: Второму дежурному достаточно слушаться первого.

## Ежедневный обход

Обход начинают в семь утра и проходят всегда в одну сторону:

1. Осмотреть приёмный колодец.
    - Решётка чистая.
    - Уровень между зелёной и красной метками.
2. Послушать насосы.
    1. Первый должен гудеть ровно.
    2. Второй может подвывать, пока не прогреется.
3. Записать давление в журнал.

### Показания

| Манометр         | Норма, бар | Тревога, бар | Что делать            |
|------------------|-----------:|-------------:|-----------------------|
| На входе         |    0,4–0,9 |         0,2  | прочистить решётку    |
| После насоса № 1 |    5,5–6,0 |         6,8  | открыть обвод         |
| На башню         |    4,8–5,2 |         4,0  | включить насос № 2    |

: Давление по манометрам при обычной работе

## Пуск насоса № 2

Насос запускают с пульта. Если пульт молчит, ту же команду набирают вручную:

```sh
valve open bypass
pump start 2 --soft   # пуск плавный, 20 секунд
valve close bypass
```

Не запускайте насос при закрытой задвижке: вода в нём **закипит**, а сальники придётся менять. Подробности — в [паспорте насоса](https://example.org/pasport).

### Если насос не пошёл

> Сначала проверь рубильник, потом предохранитель, потом совесть.

Так говорил старый мастер Гаечный Ключ[^ключ], и за сорок лет ни разу не ошибся.

[^ключ]: Прозвище; настоящего имени мастера на станции никто не помнит.

## Ежегодный ремонт

Раз в год станцию останавливают на трое суток. Воду в башню запасают заранее: 120 м³ хватает посёлку на два дня, если не поливать огороды.
"""


def pump(path):
    subprocess.run(["pandoc", "--from", "markdown", "--to", "docx", "--output", path], input=PUMP.encode(), check=True,
                   env={"SOURCE_DATE_EPOCH": "1767225600", "PATH": "/usr/bin:/usr/local/bin"})
    settle(path)


def make(folder):
    concrete(folder / "concrete.docx")
    council(folder / "sovet.docx")
    ship(folder / "zhurnal.docx")
    pump(folder / "nasosnaya.docx")
