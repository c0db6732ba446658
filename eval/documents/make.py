#!/usr/bin/env python3
"""Makes the samples of this folder with tools that Quipu does not read them with.

    python3 -m venv venv && venv/bin/pip install nbformat==5.11.1 srt==3.5.3 webvtt-py==0.6.0 openpyxl==3.1.5 \\
        python-docx==1.2.0 python-pptx==1.0.2 EbookLib==0.20 msoffcrypto-tool==6.1.0 pillow==13.0.0
    venv/bin/python eval/documents/make.py                    # needs pandoc too
    venv/bin/python eval/documents/make.py --hostile FOLDER   # only a zip bomb and a page of 100,000 boxes in boxes

The `.md` beside each sample is what should be read in it; those are written by hand. So are the web pages.
"""
import csv
import datetime
import pathlib
import sys

import nbformat
import srt
import webvtt
from nbformat import v4

from makers import books, broken, letters, sheets, slides, values, words

HERE = pathlib.Path(__file__).resolve().parent


def table(name, rows, encoding="utf-8", **dialect):
    with open(HERE / name, "w", encoding=encoding, newline="") as file:
        csv.writer(file, **dialect).writerows(rows)


def tables():
    table("stations.csv", [
        ["station", "river", "opened", "depth, m", "remarks"],
        ["Lower Bridge", "Tamar", "1931-05-04", "3.20", "moved in 1968, after the flood"],
        ["Mill Weir", "Tamar", "1902-09-17", "1.75", 'called "the old gauge" by the keepers'],
        ["Harbour", "Plym", "1954-01-01", "7.10", "read by hand until 1990;\nby radio since"],
        ["Upper Ford", "Dart", "", "0.90", "closed"],
    ])
    table("sklad.csv", [
        ["Артикул", "Наименование", "Остаток", "Цена, руб."],
        ["А-101", "Верёвка льняная, 10 м", "42", "315,50"],
        ["А-102", "Карабин стальной", "7", "1 240,00"],
        ["Б-201", "Фонарь «Маяк»", "0", "2 890,00"],
    ], encoding="cp1251", delimiter=";")
    with open(HERE / "ledger.csv", "w", encoding="utf-8-sig", newline="") as file:
        file.write("sep=;\r\n")
        ledger = csv.writer(file, delimiter=";")
        ledger.writerow(["Ledger of the harbour office", "", ""])
        ledger.writerow(["day", "ship", "dues; paid"])
        ledger.writerows([["1", "Annie", "12,00"], ["", "", ""], ["2", "Beatrix", "9,50"]])
    table("readings.tsv", [
        ["time", "sensor", "value", "unit"],
        ["2024-03-01T06:00", "north|wall", "4.5", "°C"],
        ["2024-03-01T07:00", "north|wall", "5.1", "°C"],
        ["2024-03-01T07:00", "roof", "3.8", "°C"],
    ], delimiter="\t")


def notebook(name, cells, kernel=None):
    book = v4.new_notebook(cells=cells)
    for at, cell in enumerate(cells):
        cell["id"] = f"cell-{at}"
    if kernel:
        book.metadata["kernelspec"] = {"name": kernel, "language": kernel, "display_name": kernel.title()}
        book.metadata["language_info"] = {"name": kernel}
    nbformat.write(book, HERE / name)


def notebooks():
    notebook("tides.ipynb", [
        v4.new_markdown_cell("# Tides at the harbour\n\nThe gauge at *Harbour* is read every hour."),
        v4.new_code_cell("import pandas as pd\n\ntides = pd.read_csv('tides.csv')\ntides.height.max()", outputs=[
            v4.new_output("execute_result", data={"text/plain": "6.82", "text/html": "<b>6.82</b>"}, execution_count=1)]),
        v4.new_markdown_cell("## Highest water\n\nThe highest water was **6.82 m**."),
        v4.new_code_cell("print('done')\ntides.plot()", outputs=[
            v4.new_output("stream", name="stdout", text="done\n"),
            v4.new_output("display_data", data={"image/png": "iVBORw0KGgo=", "text/plain": "<Figure size 640x480>"})]),
    ], "python")
    notebook("raspady.ipynb", [
        v4.new_markdown_cell("# Распад изотопов\n\nПериод полураспада оцениваем по счёту импульсов."),
        v4.new_code_cell("counts <- c(812, 401, 198)\nlog(counts[1] / counts[2])", outputs=[
            v4.new_output("execute_result", data={"text/plain": "[1] 0.7055697"}, execution_count=1)]),
        v4.new_raw_cell("Черновик: проверить третий отсчёт."),
    ], "R")
    notebook("failing.ipynb", [
        v4.new_code_cell("1 / 0", outputs=[v4.new_output(
            "error", ename="ZeroDivisionError", evalue="division by zero",
            traceback=["\x1b[0;31mZeroDivisionError\x1b[0m: division by zero"])]),
        v4.new_markdown_cell("What a shame: see [the manual](https://example.org/manual)."),
    ], "python")


def cue(start, end, text):
    return srt.Subtitle(index=0, start=datetime.timedelta(seconds=start), end=datetime.timedelta(seconds=end), content=text)


def subtitles():
    (HERE / "lighthouse.srt").write_text(srt.compose([
        cue(1, 3.5, "The lighthouse was built"),
        cue(3.6, 6, "in 1759 by <i>John Smeaton</i>."),
        cue(6.2, 8, "Its stones were dovetailed"),
        cue(8.1, 10.4, "like oak timbers."),
        cue(15, 17, "[waves]"),
        cue(17.2, 20, "{\\an8}In 1877 it was found\nthat the rock was cracking."),
    ]), encoding="utf-8")
    (HERE / "mayak.srt").write_text(srt.compose([
        cue(0.5, 3, "- Кто построил маяк?"),
        cue(3.1, 6, "- Его построил Смитон\nв 1759 году."),
        cue(9, 12, "С тех пор он не гас ни разу."),
    ]), encoding="cp1251")
    (HERE / "signal.srt").write_text(srt.compose([
        cue(1, 3, '<font color="#ffff00">Fog &amp; rain since dawn</font>'),
        cue(3, 5, "Fog & rain since dawn\nThe horn sounds 3 < 4 times"),
        cue(3600, 3602, "THE END"),
    ]), encoding="utf-8")
    talk = webvtt.WebVTT()
    for start, end, text in [
        ("00:00:01.000", "00:00:04.000", "<v Keeper>Who reads the gauge at night?"),
        ("00:00:04.200", "00:00:07.000", "<v Clerk>Nobody does. The float writes it down,"),
        ("00:00:07.100", "00:00:09.000", "<v Clerk>on a drum &amp; a roll of paper."),
        ("00:00:20.000", "00:00:23.000", "<v Keeper>And when the paper ends?"),
    ]:
        talk.captions.append(webvtt.Caption(start, end, text))
    talk.save(str(HERE / "talk.vtt"))


def main():
    if sys.argv[1:2] == ["--hostile"]:
        broken.hostile(pathlib.Path(sys.argv[2]))
        return
    tables()
    notebooks()
    subtitles()
    for family in (sheets, words, slides, books, letters, values, broken):
        family.make(HERE)


main()
