"""Workbooks, by openpyxl. It computes nothing: the value that a formula had is written beside it afterwards."""
import datetime
import re
import zipfile

from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.styles import Alignment, Font

from .settle import settle

POUNDS = '"£"#,##0.00;[Red]-"£"#,##0.00'
ROUBLES = '#,##0" ₽"'
DAY, RUSSIAN_DAY = "d mmm yyyy", "dd.mm.yyyy"


class Formula:
    """A formula and the value that a spreadsheet program had computed of it."""

    def __init__(self, text, value):
        self.text, self.value = text, value


def day(text):
    return datetime.date.fromisoformat(text)


def fill(sheet, rows, formats=(), first=1, column=1):
    """Writes rows from a row and column on; `formats` are number formats by column. Gives the formulas' values."""
    cached = {}
    for down, row in enumerate(rows):
        for across, value in enumerate(row):
            if value is None:
                continue
            cell = sheet.cell(first + down, column + across)
            if isinstance(value, Formula):
                cached[cell.coordinate] = value.value
                value = value.text
            cell.value = value
            form = formats[across] if across < len(formats) else None
            if form and not isinstance(value, str) or form and str(value).startswith("="):
                cell.number_format = form
    return cached


def save(book, path, cached):
    """`cached`: for each sheet's place in the book, the values of its formulas by cell."""
    book.save(path)

    def change(name, body):
        found = re.fullmatch(r"xl/worksheets/sheet(\d+)\.xml", name)
        for at, value in cached.get(int(found[1]) if found else 0, {}).items():
            kind = b' t="e"' if str(value).startswith("#") else b' t="str"' if isinstance(value, str) else b""
            body, times = re.subn(
                rb'<c r="%s"([^>]*)><f>([^<]*)</f><v\s*/?>(?:</v>)?</c>' % at.encode(),
                lambda m: b'<c r="%s"%s%s><f>%s</f><v>%s</v></c>' % (at.encode(), m[1], kind, m[2], str(value).encode()),
                body)
            assert times == 1, (path, at)
        return body

    settle(path, change)


INLINE = re.compile(rb't="inlineStr"><is><t([^>]*)>([^<]*)</t></is></c>')
SHARED = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings"


def share(path):
    """Moves the words of cells into the book's table of strings, where a spreadsheet program keeps them; the first
    of them in two runs, as a half-bold cell has it."""
    strings = {}

    def change(name, body):
        if name.startswith("xl/worksheets/"):
            return INLINE.sub(lambda m: b't="s"><v>%d</v></c>' % strings.setdefault((m[1], m[2]), len(strings)), body)
        if name == "xl/_rels/workbook.xml.rels":
            return body.replace(b"</Relationships>", f'<Relationship Id="words" Type="{RELATION}" '
                                'Target="sharedStrings.xml"/></Relationships>'.encode())
        if name == "[Content_Types].xml":
            return body.replace(b"</Types>", f'<Override PartName="/xl/sharedStrings.xml" ContentType="{SHARED}"/>'
                                '</Types>'.encode())
        return body

    settle(path, change)
    (space, first), *rest = strings
    head, tail = first.split(b" ", 1)
    rows = b'<si><r><t xml:space="preserve">%s </t></r><r><rPr><b/></rPr><t>%s</t></r></si>' % (head, tail)
    rows += b"".join(b"<si><t%s>%s</t></si>" % each for each in rest)
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as book:
        book.writestr("xl/sharedStrings.xml", b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?><sst xmlns='
                      b'"http://schemas.openxmlformats.org/spreadsheetml/2006/main" uniqueCount="%d">%s</sst>'
                      % (len(strings), rows))
    settle(path)


def budget(path):
    book = Workbook()
    summary = book.active
    summary.title = "Summary"
    summary["A1"] = "Town of Saltmarsh: budget for 2026"
    summary["A1"].font = Font(bold=True, size=16)
    summary["A1"].alignment = Alignment(horizontal="center")
    summary.merge_cells("A1:E1")
    summary["A2"] = "Passed by the full council after the second reading"
    values = fill(summary, [
        ["Fund", "Planned", "Spent", "Left", "Share spent"],
        ["Roads and bridges", 184000, 121430.5, Formula("=B5-C5", 62569.5), Formula("=C5/B5", 0.659948369565217)],
        ["Harbour dredging", 96500, 96500, Formula("=B6-C6", 0), Formula("=C6/B6", 1)],
        ["Library and reading room", 41250, 18975.25, Formula("=B7-C7", 22274.75), Formula("=C7/B7", 0.460006060606061)],
        ["Lamps and signals", 12800, 14080, Formula("=B8-C8", -1280), Formula("=C8/B8", 1.1)],
        ["Total", Formula("=SUM(B5:B8)", 334550), Formula("=SUM(C5:C8)", 250985.75), Formula("=SUM(D5:D8)", 83564.25),
         Formula("=C9/B9", 0.750218950829472)],
    ], [None, POUNDS, POUNDS, POUNDS, "0.0%"], first=4)
    works = book.create_sheet("Works in hand")
    fill(works, [
        ["No.", "Work", "Begins", "Ends", "Lowest bid", "Done"],
        [1, "Resurfacing of Eel Lane", day("2026-03-02"), day("2026-04-17"), 38200, 0.35],
        [2, "New piles under the fish steps", day("2026-05-11"), day("2026-08-28"), 61750, 0],
        [3, "Clearing the culvert at Heron Mill", day("2026-02-09"), day("2026-02-20"), 4480, 1],
        [4, "Repainting of the signal mast", day("2026-06-01"), None, 2915.4, 0],
    ], [None, None, DAY, DAY, POUNDS, "0%"])
    book.create_sheet("Reserve")
    notes = book.create_sheet("Notes")
    fill(notes, [
        ["Notes of the treasurer"],
        ["Lamps and signals went over the plan because the fog horn had to be bought twice."],
        ["The library's money may be carried over to 2027; the harbour's may not."],
        ["Bids are opened on the first Monday of the month,\nin the presence of two members of the council."],
    ], first=2, column=2)
    save(book, path, {1: values})


def museum(path):
    book = Workbook()
    stock = book.active
    stock.title = "Инвентарь"
    stock["A1"] = "Инвентарная книга музея села Нижние Камыши"
    for area in ["A1:G1", "A2:A3", "B2:B3", "C2:C3", "D2:E2", "F2:F3", "G2:G3", "C4:C6", "C7:C9"]:
        stock.merge_cells(area)
    for at, words in {"A2": "№", "B2": "Предмет", "C2": "Зал", "D2": "Происхождение", "D3": "Год", "E3": "Место",
                      "F2": "Оценка", "G2": "Выставлен"}.items():
        stock[at] = words
    fill(stock, [
        ["КП-001", "Прялка расписная, с лодкой и двумя гусями", "Зал ремёсел", 1887, "деревня Осока", 12500, True],
        ["КП-002", "Ступа дубовая с пестом", None, 1902, "хутор Лешего", 8300, True],
        ["КП-003", "Коромысло", None, None, "не установлено", 450, False],
        ["КП-004", "Весы рычажные «Точность — вежливость купцов»", "Зал торговли", 1911, "лавка на пристани", 21750, True],
        ["КП-005", "Вывеска «Чай, сахар, дёготь»", None, 1924, "лавка на пристани", 15000, True],
        ["КП-006", "Счёты конторские, 12 рядов, одна кость утрачена", None, 1938, "речной порт", 990, False],
    ], [None, None, None, None, None, ROUBLES], first=4)
    stock["B10"] = "Итого"
    stock["F10"] = "=SUM(F4:F9)"
    stock["F10"].number_format = ROUBLES
    moves = book.create_sheet("Движение предметов")
    fill(moves, [
        ["Дата", "Предмет", "Откуда", "Куда", "Основание"],
        [day("2025-11-03"), "КП-003", "Зал ремёсел", "Реставрационная мастерская", "Акт № 14"],
        [day("2025-12-19"), "КП-006", "Зал торговли", "Запасник", "Распоряжение хранителя"],
        [day("2026-01-12"), "КП-003", "Реставрационная мастерская", "Зал ремёсел", "Акт № 2"],
        [day("2026-02-27"), "КП-001", "Зал ремёсел", "Выставка «Река и берег»", "Договор № 5/26"],
    ], [RUSSIAN_DAY])
    book.create_sheet("Списание")
    visits = book.create_sheet("Посещения")
    values = fill(visits, [
        ["Месяц", "Посетителей", "Из них детей", "Доля детей"],
        ["Январь", 214, 96, Formula("=C2/B2", 0.448598130841121)],
        ["Февраль", 187, 101, Formula("=C3/B3", 0.540106951871658)],
        ["Март", 305, 122, Formula("=C4/B4", 0.4)],
    ], [None, None, None, "0.00%"])
    save(book, path, {1: {"F10": 58990}, 4: values})


def timetable(path):
    book = Workbook()
    fifth = book.active
    fifth.title = "5 «А»"

    def at(text):
        return datetime.time.fromisoformat(text)

    bells = [at("08:30"), at("09:25"), at("10:30"), at("11:25")]

    def week(sheet, title, days):
        sheet["A1"] = title
        sheet.merge_cells("A1:D1")
        fill(sheet, [["День", "Начало", "Урок", "Кабинет"]], first=2)
        row = 3
        for name, lessons in days:
            sheet.cell(row, 1).value = name
            fill(sheet, [[bell, *lesson] for bell, lesson in zip(bells, lessons)], ["hh:mm"], first=row, column=2)
            sheet.merge_cells(start_row=row, end_row=row + len(lessons) - 1, start_column=1, end_column=1)
            row += len(lessons)

    week(fifth, "Расписание 5 «А» класса лесной школы, третья четверть", [
        ("Понедельник", [["Русский язык", 12], ["Математика", 7], ["Следы и тропы", "опушка"], ["Пение", "актовый зал"]]),
        ("Вторник", [["Математика", 7], ["История болот", 4], ["Труд: плетение корзин", "мастерская"]]),
        ("Среда", [["Литература", 12], ["Английский язык (1-я группа) / окно", 3], ["Плавание", "пруд"], ["Математика", 7]]),
    ])
    sixth = book.create_sheet("6 «Б»")
    week(sixth, "Расписание 6 «Б» класса лесной школы, третья четверть", [
        ("Понедельник", [["Алгебра", 7], ["Русский язык", 12], ["География ручьёв", 4]]),
        ("Вторник", [["Физика", 9], ["Физика", 9], ["Литература", 12], ["Классный час", 12]]),
    ])
    sixth.merge_cells("C6:C7")
    bells_sheet = book.create_sheet("Замены")
    fill(bells_sheet, [
        ["Дата", "Класс", "Вместо", "Будет", "Ведёт"],
        [day("2026-01-21"), "5 «А»", "Плавание", "Лыжи", "учитель Барсук"],
        [day("2026-02-02"), "6 «Б»", "Физика", "Экскурсия на мельницу", "мельник Водяной"],
    ], ["d mmmm"])
    save(book, path, {})


def laboratory(path):
    book = Workbook()
    samples = book.active
    samples.title = "Samples"
    samples["A1"] = "Water samples, Lower Tarn, protocol LT-7"
    samples["A2"] = "Analyst: the Heron"
    values = fill(samples, [
        ["Sample", "Taken", "Depth (m)", "pH", "Nitrate (mg/l)", "Cells per ml", "Within limit", "Ratio"],
        ["LT-7/1", datetime.datetime(2026, 1, 14, 9, 30), 0.5, 7.21, 3.4, 12500, True, Formula("=E5/D5", 0.471567267683773)],
        ["LT-7/2", datetime.datetime(2026, 1, 14, 9, 45), 2, 7.08, 3.9, 8300, True, Formula("=E6/D6", 0.550847457627119)],
        ["LT-7/3", datetime.datetime(2026, 1, 14, 10, 5), 5, 6.9, 11.2, 640, False, Formula("=E7/D7", 1.6231884057971)],
        ["LT-7/4", datetime.datetime(2026, 1, 14, 10, 40), 9.5, 0, 12.05, None, None, Formula("=E8/D8", "#DIV/0!")],
        ["verdict", None, None, None, None, None, None, Formula('=IF(H7>1,"repeat in spring","closed")', "repeat in spring")],
    ], [None, "yyyy-mm-dd hh:mm", "0.0", "0.00", "0.0", "0.00E+00", None, "0.000"], first=4)
    samples["D8"].comment = Comment("The electrode was dry.", "the Heron")
    curve = book.create_sheet("Calibration")
    fill(curve, [
        ["Standard", "Absorbance", None, "Standard", "Absorbance"],
        [0, 0.002, None, 10, 0.451],
        [2.5, 0.118, None, 20, 0.887],
        [5, 0.229, None, 40, 1.74],
    ], [None, "0.000", None, None, "0.000"], first=3, column=2)
    contacts = book.create_sheet("Methods")
    fill(contacts, [
        ["Quantity", "Method", "Described in"],
        ["Nitrate", "cadmium reduction; colour read at 540 nm", "handbook, chapter 4"],
        ["pH", "glass electrode, two buffers (4.01 and 7.00)", "handbook, chapter 2"],
        ["Cells", "counted under the microscope | 3 fields", "handbook, annex B"],
    ])
    contacts["C2"].hyperlink = "https://example.org/handbook#nitrate"
    save(book, path, {1: values})


def make(folder):
    budget(folder / "budget.xlsx")
    museum(folder / "muzei.xlsx")
    timetable(folder / "raspisanie.xlsx")
    laboratory(folder / "laboratory.xlsx")
    share(folder / "budget.xlsx")
    share(folder / "muzei.xlsx")
