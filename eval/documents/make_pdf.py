#!/usr/bin/env python3
"""Makes the PDF samples of this folder, with LaTeX and ReportLab: tools that Quipu does not read them with.

    apt-get install texlive-latex-recommended texlive-lang-cyrillic cm-super-minimal fonts-dejavu-core
    python3 -m venv venv && venv/bin/pip install reportlab==4.4.4
    venv/bin/python eval/documents/make_pdf.py

The `.md` beside each sample is what should be read in it; those are written by hand.
"""
import os
import pathlib
import subprocess
import tempfile

from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen import canvas
from reportlab.platypus import Paragraph, Preformatted, SimpleDocTemplate, Spacer, Table, TableStyle

HERE = pathlib.Path(__file__).resolve().parent
DEJAVU = pathlib.Path("/usr/share/fonts/truetype/dejavu")
# The same bytes at each run.
DAY = {"SOURCE_DATE_EPOCH": "1709251200", "FORCE_SOURCE_DATE": "1"}


def latex(name, source):
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "a.tex").write_text(source, encoding="utf-8")
        for _ in range(2):
            subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "a.tex"], cwd=folder, check=True,
                           stdout=subprocess.DEVNULL, env={**os.environ, **DAY})
        (HERE / name).write_bytes((pathlib.Path(folder) / "a.pdf").read_bytes())


PAPER = r"""
\documentclass[twocolumn,10pt]{article}
\usepackage[T1]{fontenc}
\usepackage[a4paper,margin=2cm,headheight=14pt]{geometry}
\usepackage{booktabs,fancyhdr}
\pagestyle{fancy}\fancyhf{}
\fancyhead[L]{\small Proceedings of the Gauge Keepers}\fancyhead[R]{\small Reading tides by eye}
\fancyfoot[C]{\thepage}
\renewcommand{\headrulewidth}{0.4pt}
\pdfinfo{/Title (Reading tides by eye) /Author (Edith Marlow and Tom Penrose)}
\title{Reading tides by eye:\\ how far can a painted board be trusted?}
\author{Edith Marlow \and Tom Penrose}
\date{}
\begin{document}
\maketitle\thispagestyle{fancy}
\begin{abstract}
Before floats and radio, the height of the tide was read from a painted board by whoever stood nearest. We compare four
hundred readings made by eye with an automatic gauge at the same pier and find that a practised keeper errs by less than
three centimetres in calm water, and by nine in a swell.
\end{abstract}
\section{Introduction}
The efficiency of a harbour depends on knowing how much water lies over its sill. For two centuries the answer came from a
board nailed to a pile, divided into feet and later into decimetres, and from a keeper who looked at it. The office kept
the books in which these readings were entered, and those books are now the longest record of sea level that the coast
has\footnote{The oldest surviving volume was begun in March 1817.}. Whether the record can be used to find a rise of a few
millimetres a year is an open question, because nobody knows how well a person reads a moving surface.

Earlier investigations gave contradictory answers. Some authors assumed that errors cancel in the mean of a month; others
suspected that keepers remembered the table of predictions and wrote what they expected to see. Neither position was
supported by measurements. The difficulty is that automatic instruments replaced the boards at nearly every station
before anyone thought of running both together for a sufficiently long time.

\section{Method}
We repainted the board at the north pier after a photograph of 1931 and asked twelve volunteers, of whom five had worked
as keepers, to read it at fixed times on forty days. Each reader saw the board from the same step and wrote the height
down before speaking to anybody. A pressure gauge in the stilling well below recorded the level once a second; its mean
over one minute is taken as the true height\footnote{Its own error, found with a steel tape, is below four millimetres.}.

Waves were classified by the harbour master as calm, choppy or swell. Readings at night were made with a hand lamp, as the
regulations of the time prescribed. We excluded nine readings that had evidently been written into the wrong line of the
form, which is a well-known fault of every such campaign.

\section{Results}
Table~\ref{errors} gives the mean error and the spread for each state of the sea. In calm water the experienced readers
were remarkably consistent: two of them never differed by more than a finger's width. Beginners read too high in every
condition, apparently because the eye is drawn to the crest of a wave rather than to the middle between crest and trough.

\begin{table}[h]
\caption{Error of readings by state of the sea}\label{errors}
\centering
\begin{tabular}{lrrr}
\toprule
Sea & Readings & Mean, cm & Spread, cm \\
\midrule
calm & 182 & 0.4 & 2.6 \\
choppy & 131 & 1.9 & 5.2 \\
swell & 78 & 4.7 & 9.1 \\
\bottomrule
\end{tabular}
\end{table}

The error does not average out. It is a systematic displacement that grows with the height of the waves, and since winters
are rougher than summers it produces a false seasonal cycle with an amplitude of almost three centimetres. A correction is
possible wherever the state of the sea was entered beside the height, as the regulations required after 1868.

Remembered predictions, on the other hand, did no measurable harm. We gave half of the readers a table of predictions that
was wrong by twenty centimetres. Only one of them noticed, and none of them was led astray: their readings were
indistinguishable from those of the other half.

\section{Discussion}
A record made by eye is better than its reputation. If the state of the sea is known, the remaining uncertainty of a
monthly mean is about half a centimetre, which is comparable with that of the first automatic instruments. The correction
must be made separately for every keeper who served for more than a year, because habits differ; the handwriting in the
books makes this possible.

There are limits to what our experiment shows. Our volunteers knew that they were being compared with an instrument, and
a keeper on a wet night in 1840 did not. The board was new, whereas an old board is overgrown with weed up to the middle
of its range. Finally the pier is sheltered from the west, and conditions on the open coast are considerably worse.

\section{Conclusion}
Books of tides that were kept by eye deserve to be transcribed. They should be transcribed in full, with remarks on wind
and sea, since without these the largest error cannot be removed.
\end{document}
"""

RUSSIAN = r"""
\documentclass[twocolumn,12pt]{article}
\usepackage{cmap}
\usepackage[T2A]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage[russian]{babel}
\usepackage[a4paper,margin=2cm,headheight=14pt]{geometry}
\usepackage{booktabs,fancyhdr}
\pagestyle{fancy}\fancyhf{}
\fancyhead[L]{\small Вестник смотрителей маяков}\fancyhead[R]{\small Туман над проливом}
\fancyfoot[C]{\thepage}
\title{Туман над проливом: что записано в журналах маяка}
\author{А.\,П. Ветрова \and И.\,С. Гаврилов}
\date{}
\begin{document}
\maketitle\thispagestyle{fancy}
\begin{abstract}
Журналы маяка на мысе Песчаном велись без перерыва с 1884 года. Мы переписали заметки о тумане за сто лет и показываем, что
число туманных дней в проливе уменьшилось почти вдвое, причём главным образом весной.
\end{abstract}
\section{Введение}
Смотритель маяка обязан был отмечать время, когда огонь переставал быть виден с соседнего острова, и время, когда он
появлялся снова. Эти отметки нужны были для расчёта платы за звуковые сигналы, поэтому их проверяли дважды в год, и
пропусков почти не встречается\footnote{Исключение составляет осень 1919 года, когда журнал не вёлся.}. Долгое время
считалось, что такие наблюдения слишком субъективны, чтобы судить по ним о климате.

Предыдущие исследователи пользовались только наблюдениями береговой метеорологической станции, которая открылась
значительно позже и стоит на другой стороне пролива, за грядой холмов. Туман туда обычно не доходит, и сравнение двух рядов
без поправки невозможно.

\section{Материалы и методы}
Мы переписали двадцать семь журналов целиком, включая замечания на полях. Туманным считался день, в который огонь не был
виден хотя бы три часа подряд. Продолжительность тумана определялась с точностью до четверти часа, так как смотрители
записывали время по стенным часам, которые сверялись по телеграфу раз в неделю.

Чтобы проверить устойчивость результата, каждый десятый журнал переписывался независимо вторым человеком. Расхождения
обнаружились в двух случаях из ста и объясняются неразборчивым почерком\footnote{Особенно труден почерк третьего смотрителя.}.

\section{Результаты}
Среднее число туманных дней по десятилетиям приведено в таблице~\ref{days}. Наибольшее уменьшение приходится на апрель и
май, тогда как осенью изменения находятся в пределах обычных колебаний. Продолжительность отдельного тумана почти не
изменилась и составляет около семи часов.

\begin{table}[h]
\caption{Туманные дни по временам года}\label{days}
\centering
\begin{tabular}{lrrr}
\toprule
Годы & Весна & Осень & Всего \\
\midrule
1884--1913 & 31,4 & 12,8 & 58,2 \\
1914--1943 & 27,9 & 12,1 & 52,6 \\
1944--1973 & 19,5 & 11,7 & 40,3 \\
\bottomrule
\end{tabular}
\end{table}

Уменьшение началось ещё до постройки плотины, которую обычно называют его причиной. Вероятнее всего, дело в температуре
поверхностного слоя воды: весенний туман образуется, когда тёплый воздух приходит с суши на холодное море, и чем раньше
сходит лёд, тем меньше разница температур.

\section{Обсуждение}
Наши выводы относятся только к узкой части пролива. В открытом море, судя по судовым журналам, туманов меньше не стало, а
в августе их, возможно, даже прибавилось. Кроме того, после электрификации маяка огонь стал заметно ярче, и слабый туман,
который раньше закрывал его полностью, мог остаться незамеченным. Мы оценили это влияние по записям тех месяцев, когда
горели обе лампы, и нашли, что оно не превышает двух дней в году.

Журналы других маяков этого побережья сохранились в областном архиве и до сих пор не изучены. Их расшифровка позволила бы
проверить, насколько широко распространено описанное явление.

\section{Заключение}
Записи смотрителей оказались надёжнее, чем было принято думать. Мы надеемся, что публикация таблиц побудит архивы открыть и
остальные журналы, пока бумага ещё читается.
\end{document}
"""


def style(font="Helvetica", size=10.5, **more):
    return ParagraphStyle("s", fontName=font, fontSize=size, leading=1.3 * size, **more)


BODY = style(spaceAfter=7)
HEAD = style("Helvetica-Bold", 14, spaceBefore=10, spaceAfter=6)
TITLE = style("Helvetica-Bold", 20, spaceAfter=12)
CAPTION = style("Helvetica-Oblique", 9.5, spaceAfter=4)
BULLET = style(leftIndent=14, bulletIndent=2, spaceAfter=3)
CODE = style("Courier", 9, spaceBefore=4, spaceAfter=8)

BERTHS = [
    ("A1", "Old quay", "4.2", "38", "water, power"), ("A2", "Old quay", "4.0", "36", "water"),
    ("A3", "Old quay", "3.6", "30", "none"), ("A4", "Old quay", "3.1", "24", "none"),
    ("B1", "Fish quay", "5.5", "45", "water, ice"), ("B2", "Fish quay", "5.5", "45", "water, ice"),
    ("B3", "Fish quay", "5.2", "40", "water"), ("B4", "Fish quay", "4.8", "40", "water"),
    ("C1", "North pier", "7.8", "90", "water, power, fuel"), ("C2", "North pier", "7.9", "90", "water, power, fuel"),
    ("C3", "North pier", "7.4", "70", "water, power"), ("C4", "North pier", "6.9", "65", "water"),
    ("D1", "Basin", "2.5", "14", "power"), ("D2", "Basin", "2.5", "14", "power"), ("D3", "Basin", "2.4", "12", "power"),
    ("D4", "Basin", "2.2", "12", "none"), ("D5", "Basin", "2.0", "10", "none"), ("D6", "Basin", "1.9", "10", "none"),
    ("E1", "Lifeboat slip", "3.0", "16", "fuel"), ("E2", "Dredger dock", "6.0", "52", "power"),
]


def report():
    def furniture(page, document):
        page.saveState()
        page.setFont("Helvetica", 8)
        page.drawString(57, 812, "Harbour office: berths and depths, 2023")
        page.drawRightString(538, 30, f"Page {document.page} of 2")
        page.restoreState()

    table = Table([("Berth", "Place", "Depth, m", "Length, m", "Services"), *BERTHS], repeatRows=1,
                  colWidths=[50, 110, 70, 75, 140], rowHeights=26)
    table.setStyle(TableStyle([("GRID", (0, 0), (-1, -1), 0.5, colors.grey), ("FONT", (0, 0), (-1, 0), "Helvetica-Bold", 9.5),
                               ("FONT", (0, 1), (-1, -1), "Helvetica", 9.5), ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
                               ("BACKGROUND", (0, 0), (-1, 0), colors.Color(0.9, 0.93, 0.97))]))
    flow = [
        Paragraph("Berths and depths", TITLE),
        Paragraph("The survey of the harbour was repeated in October 2023 with a single-beam sounder. This report lists every "
                  "berth with its least depth at low water, its length, and what can be had alongside.", BODY),
        Paragraph("What has changed", HEAD),
        Paragraph("Three changes matter to masters of larger vessels.", BODY),
        Paragraph("The north pier was dredged to seven metres and more, and its lights were moved outwards.", BULLET, bulletText="•"),
        Paragraph("Berth E2 belongs to the dredger from November to March and may not be used by others in that time.", BULLET,
                  bulletText="•"),
        Paragraph("Fuel is no longer sold at the old quay.", BULLET, bulletText="•"),
        Paragraph("The figures below replace those of the leaflet of 2019. Depths are rounded down to the decimetre; in a strong "
                  "easterly wind the level can be half a metre lower than predicted.", BODY),
        Paragraph("All berths", HEAD),
        Paragraph("Table 1. Berths of the harbour, October 2023", CAPTION),
        table,
        Spacer(1, 10),
        Paragraph("How to ask for a berth", HEAD),
        Paragraph("Requests reach the office by radio on channel 12 or as a message of one line, which a script answers at once:", BODY),
        Preformatted("BERTH REQUEST\n  ship: Annie\n  draught: 3.4\n  from: 2023-11-02\n  nights: 3", CODE),
        Paragraph("A request that the script cannot read is answered by the watch. Reservations lapse when a ship is more than "
                  "six hours late and has not called.", BODY),
        Paragraph("Dues", HEAD),
        Paragraph("Dues are counted by length and begun day. Vessels that stay longer than a month pay a quarter less from the "
                  "thirty-first day on. Training ships, and vessels in distress, pay nothing.", BODY),
    ]
    document = SimpleDocTemplate(str(HERE / "berths.pdf"), pagesize=A4, leftMargin=57, rightMargin=57, topMargin=60,
                                 bottomMargin=60, title="untitled", author="Harbour office", invariant=1)
    document.build(flow, onFirstPage=furniture, onLaterPages=furniture)


SLIDES = [
    ("Lighthouse data, one year on", None, ["What we promised, what we shipped", "Questions at the end"]),
    ("What we promised", ["One archive for nine stations", "Readings public within an hour", "No station keeper types a number twice"], None),
    ("Then and now", (["Before", "Paper forms, posted weekly", "Two errors in a hundred", "Nobody could search"],
                      ["After", "Radio, every ten minutes", "Two errors in ten thousand", "Search by place and date"]), None),
    ("Cost per station", [("", "2022", "2023"), ("Staff hours", "410", "155"), ("Postage, EUR", "320", "0"), ("Radio, EUR", "0", "95")], None),
    ("What comes next", ["Two more stations in spring", "A picture of the sea every hour", "Open the archive before 1900"], None),
]


def slides():
    pdfmetrics.registerFont(TTFont("Sans", DEJAVU / "DejaVuSans.ttf"))
    pdfmetrics.registerFont(TTFont("Bold", DEJAVU / "DejaVuSans-Bold.ttf"))
    page = canvas.Canvas(str(HERE / "slides.pdf"), pagesize=(720, 405), invariant=1)
    page.setTitle("PowerPoint Presentation")
    for at, (title, body, small) in enumerate(SLIDES):
        page.setFillColorRGB(0.1, 0.2, 0.4)
        page.setFont("Bold", 26)
        page.drawString(50, 340 if at else 220, title)
        page.setFillColorRGB(0, 0, 0)
        page.setFont("Sans", 18)
        if small:
            for line, text in enumerate(small):
                page.drawString(50, 180 - 28 * line, text)
        elif isinstance(body, tuple):
            for column, lines in enumerate(body):
                for line, text in enumerate(lines):
                    page.setFont("Bold" if line == 0 else "Sans", 18)
                    page.drawString(60 + 320 * column, 275 - 36 * line, text if line == 0 else f"• {text}")
        elif isinstance(body[0], tuple):
            for row, cells in enumerate(body):
                for column, text in enumerate(cells):
                    page.drawString(80 + 190 * column, 265 - 40 * row, text)
        else:
            for line, text in enumerate(body):
                page.drawString(70, 275 - 44 * line, f"• {text}")
        page.setFont("Sans", 10)
        page.drawString(50, 18, "Coast and Light Conference")
        page.drawRightString(670, 18, str(at + 1))
        page.showPage()
    page.save()


if __name__ == "__main__":
    latex("tides-paper.pdf", PAPER)
    latex("tuman.pdf", RUSSIAN)
    report()
    slides()
