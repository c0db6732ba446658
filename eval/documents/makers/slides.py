"""Presentations, by python-pptx. Shapes are not always added in the order in which a person reads them."""
import copy

from pptx import Presentation
from pptx.util import Inches, Pt

from .settle import settle

TITLE, CONTENT, ONLY_TITLE, BLANK = 0, 1, 5, 6


def slide(deck, layout, title=None, notes=None):
    page = deck.slides.add_slide(deck.slide_layouts[layout])
    if title:
        page.shapes.title.text = title
    if notes:
        page.notes_slide.notes_text_frame.text = notes
    return page


def bullets(page, points):
    """`points`: (level, words); the first paragraph of the body is there already."""
    frame = page.placeholders[1].text_frame
    for at, (level, words) in enumerate(points):
        paragraph = frame.paragraphs[0] if at == 0 else frame.add_paragraph()
        paragraph.text, paragraph.level = words, level


def box(page, words, top, left=0.7, width=8.5):
    frame = page.shapes.add_textbox(Inches(left), Inches(top), Inches(width), Inches(0.6)).text_frame
    frame.word_wrap = True
    for at, line in enumerate(words.split("\n")):
        paragraph = frame.paragraphs[0] if at == 0 else frame.add_paragraph()
        paragraph.text = line
        paragraph.font.size = Pt(18)


def grid(page, rows, top, merges=()):
    table = page.shapes.add_table(len(rows), len(rows[0]), Inches(0.7), Inches(top), Inches(8.5), Inches(0.4 * len(rows))).table
    for row, words in enumerate(rows):
        for column, text in enumerate(words):
            if text is not None:
                table.cell(row, column).text = text
    for start, end in merges:
        table.cell(*start).merge(table.cell(*end))


def margins(deck, footer):
    """Footer and slide number on every page, copied from the layout as PowerPoint does it."""
    for page in deck.slides:
        for shape in page.slide_layout.placeholders:
            kind = shape.placeholder_format.type
            if kind is not None and kind.name in ("FOOTER", "SLIDE_NUMBER"):
                free = max(each.shape_id for each in page.shapes) + 1
                page.shapes._spTree.append(copy.deepcopy(shape._element))
                page.shapes[-1]._element.nvSpPr.cNvPr.set("id", str(free))
                if kind.name == "FOOTER":
                    page.shapes[-1].text_frame.text = footer


def save(deck, path):
    deck.save(path)
    settle(path)


def gauge(path):
    deck = Presentation()
    first = slide(deck, TITLE, "Reading the river", "Welcome everyone. Ask who has ever read a gauge board.")
    first.placeholders[1].text = "A talk for new keepers of the Otter Bridge gauge"
    second = slide(deck, CONTENT, "What a gauge tells", "Do not say \"flow\" when you mean \"level\".\nThe board is painted again every spring.")
    bullets(second, [(0, "The level of the water"), (1, "in metres above the sill"), (1, "read at the bottom of the wave"),
                     (0, "Nothing about the flow, until a curve is drawn")])
    third = slide(deck, ONLY_TITLE, "Levels and what to do")
    box(third, "Above 3.2 m the keeper wakes the mayor.", 5.5)
    grid(third, [["Level, m", "Colour", "What to do"], ["below 1.4", "green", "read once a day"],
                 ["1.4 to 2.3", "yellow", "read every hour"], ["2.3 to 3.2", "red", "close the lower road"]], 1.8)
    fourth = slide(deck, CONTENT, "The flood of the year of the two moons", "This slide takes three minutes.")
    bullets(fourth, [(0, "The board stood at 3.05 m at midnight"), (0, "At dawn there was no board"),
                     (1, "it was found at Reed Island"), (1, "it is still in use there, upside down")])
    fifth = slide(deck, BLANK, notes="Leave this one up during the questions.")
    box(fifth, "Questions?\nAsk the heron: he has stood there longer than anyone.", 3)
    save(deck, path)


def lighthouse(path):
    deck = Presentation()
    first = slide(deck, TITLE, "Обновление маяка на мысе Туманном")
    first.placeholders[1].text = "Доклад смотрителя Кулика\nСобрание рыбаков, весна 2026 года"
    second = slide(deck, CONTENT, "Что не так", "Показать треснувшую линзу. Дать потрогать, но не ронять.")
    bullets(second, [(0, "Линза треснула в двух местах"), (1, "верхняя призма — от мороза"), (1, "нижняя — от любопытства"),
                     (0, "Механизм вращения отстаёт на четыре секунды"), (0, "Туманный горн охрип")])
    third = slide(deck, ONLY_TITLE, "Смета", "Если спросят про керосин: он в прошлой смете.")
    grid(third, [["Работа", "Стоимость, тыс. руб.", None], [None, "своими силами", "с мастером"],
                 ["Линза", "—", "340"], ["Механизм", "25", "90"], ["Горн", "3", "3"]], 1.6,
         [((0, 0), (1, 0)), ((0, 1), (0, 2))])
    box(third, "Итого с мастером: 433 тыс. руб.", 4.6)
    fourth = slide(deck, CONTENT, "Сроки")
    bullets(fourth, [(0, "Май: снять линзу"), (1, "на это время — костёр на мысу"), (0, "Июнь: перебрать механизм"),
                     (0, "Август: зажечь")])
    fifth = slide(deck, ONLY_TITLE, "Решение", "Голосуем поднятием вёсел.")
    box(fifth, "Против: никто не против света.", 3.4)
    box(fifth, "За: чинить линзу с мастером, остальное — сами.", 1.8)
    margins(deck, "Маяк на мысе Туманном — доклад")
    save(deck, path)


def railway(path):
    deck = Presentation()
    first = slide(deck, TITLE, "Little Hollow Railway")
    first.placeholders[1].text = "Safety briefing for the summer season"
    second = slide(deck, ONLY_TITLE, "Two trains, one track", "The staff is made of oak. A photograph of the staff is not the staff.")
    box(second, "Up train\nleaves Hollow at the full hour\nwaits at Fern Halt", 1.8, 0.7, 4)
    box(second, "Down train\nleaves Summit at the half hour\nnever waits", 1.8, 5.2, 4)
    box(second, "No driver enters the single line without the staff in hand.", 5)
    third = slide(deck, CONTENT, "Before the first train", "Ask the mole to demonstrate the brake test.")
    bullets(third, [(0, "Walk the line"), (1, "look for stones, branches and sleeping hedgehogs"), (1, "look at the fishplates"),
                    (0, "Test the brake"), (1, "standing"), (1, "moving, at walking pace"), (0, "Sound the whistle twice")])
    fourth = slide(deck, ONLY_TITLE, "Speeds")
    grid(fourth, [["Where", "Loaded, km/h", "Empty, km/h"], ["Hollow yard", "5", "5"], ["Fern bank, uphill", "12", "15"],
                  ["Fern bank, downhill", "8", "10"], ["Summit loop", "5", "8"]], 1.8)
    box(fourth, "Source: trials of last autumn, dry rail.", 4.4)
    fifth = slide(deck, CONTENT, "If something is on the line", "Repeat this slide at the end of the briefing.")
    bullets(fifth, [(0, "Brake first, whistle second"), (0, "Protect the train with a red lamp at 200 metres"),
                    (0, "Tell the signal box: Hollow 2, then Summit 4")])
    group = fifth.shapes.add_group_shape()
    for words, left in [("Hollow 2", 1.0), ("Summit 4", 5.0)]:
        frame = group.shapes.add_textbox(Inches(left), Inches(6.2), Inches(3), Inches(0.5)).text_frame
        frame.text = words
    margins(deck, "Little Hollow Railway, safety briefing")
    save(deck, path)


def make(folder):
    gauge(folder / "gauge.pptx")
    lighthouse(folder / "obnovlenie.pptx")
    railway(folder / "railway.pptx")
