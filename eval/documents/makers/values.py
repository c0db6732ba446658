"""JSON and JSON lines, by Python's json."""
import json

WELLS = [
    {"well": "W-1", "place": "behind the chapel", "depth_m": 18.5, "dug": 1874, "drinkable": True},
    {"well": "W-2", "place": "Heron Mill, yard", "depth_m": 7, "dug": None, "drinkable": True, "remarks": "smells of flour"},
    {"well": "W-3", "place": "Eel Lane 4 | 6", "depth_m": 11.25, "dug": 1931, "drinkable": False, "remarks": "salt since the storm"},
    {"well": "W-4", "place": "the green", "depth_m": 0, "dug": 2025, "drinkable": False, "keeper": "the Mole"},
]

KIOSK = {
    "name": "Otter Bridge ticket kiosk",
    "open": True,
    "clerk": None,
    "languages": ["English", "Russian", "Gull"],
    "hours": {"opens": "08:00", "closes": "19:30", "closed on": ["Monday", "days of fog"]},
    "fares": [
        {"to": "Reed Island", "single": 2.5, "return": 4},
        {"to": "Fern Halt", "single": 1.75, "return": 3},
        {"to": "Summit", "single": 6, "return": None},
    ],
    "printer": {"paper_mm": 58, "retries": 3, "messages": {"empty": "No paper. Please remember your ticket.", "jam": "Shake gently."}},
}

STATION = {
    "станция": "Ключ",
    "посёлок": "Тихий Омут",
    "насосов": 2,
    "резерв": False,
    "насосы": [
        {"номер": 1, "марка": "Н-40", "подача, м³/ч": 40, "состояние": "работает"},
        {"номер": 2, "марка": "Н-25", "подача, м³/ч": 25.5, "состояние": "в ремонте: съеден сальник"},
    ],
    "тревога": {"давление ниже, бар": 4.0, "звать": "смотрителя", "если не пришёл": "звать Водяного"},
    "заметки": {"весной": "Проверить решётку: приносит ветки, лодки и письма.", "осенью": "Слить воду до первого мороза."},
}

ARTICLES = [
    {"id": "otter-bridge", "title": "Otter Bridge", "tags": ["bridges", "tolls"], "text":
     "Otter Bridge crosses the Lower Tarn at its narrowest place. It has eleven arches, of which ten are dry in summer.\n\n"
     "The toll was a fish until the year of the two moons; since then it is a copper."},
    {"id": "reed-island", "title": "Reed Island", "tags": ["islands"], "text":
     "Reed Island is the last land before the open water. One keeper lives there, with a light, a gauge and a goat."},
    {"id": "fern-halt", "title": "Fern Halt", "tags": [], "text":
     "Fern Halt is a stop of the Little Hollow Railway, 212 metres above the mill.\n\nTrains stop when the fern is waved. \"No fern, "
     "no stop\" is painted on the shed."},
]

NOTES = [
    {"id": 1, "title": "О воде", "text": "Вода в омуте тихая только сверху. На глубине трёх саженей течение разворачивает лодку."},
    {"id": 2, "title": "О мельнице", "text": "Мельница мелет по чётным дням. По нечётным она скрипит и думает.\n\nСкрип слышно до станции «Осока»."},
    {"id": 3, "title": "О почте", "text": "Письма приходят в бутылках, посылки — в бочках. Адрес пишут углём: чернила смывает."},
]

QUESTIONS = [
    {"id": "q1", "title": "The light", "text": "What do I do when the light goes out? Light it. If it goes out again, look for the cat.",
     "tags": ["light"], "asked": "2026-01-07"},
    {"id": "q2", "title": "Горн", "text": "Когда трубить в туманный горн? Когда не видно собственных сапог.", "tags": ["горн"],
     "asked": "2026-01-09"},
    {"id": "q3", "title": "The gauge", "text": "Is 3.2 m dangerous?\n\nYes: above 3.2 m the mayor has to be woken, and that is dangerous.",
     "tags": ["gauge", "mayor"], "asked": "2026-02-01"},
]


def lines(path, things, end="\n", **how):
    path.write_bytes("".join(json.dumps(each, **how) + end for each in things).encode())


def make(folder):
    (folder / "wells.json").write_text(json.dumps(WELLS, indent=2))
    (folder / "kiosk.json").write_text(json.dumps(KIOSK, indent=4))
    (folder / "stantsiya.json").write_text(json.dumps(STATION, indent=2, ensure_ascii=False), encoding="utf-8")
    lines(folder / "places.jsonl", ARTICLES)
    lines(folder / "zametki.jsonl", NOTES, ensure_ascii=False)
    lines(folder / "questions.jsonl", QUESTIONS, end="\r\n\r\n")
