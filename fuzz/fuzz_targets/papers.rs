//! What sources, bibliographies and papers say: feeds of arXiv, BibTeX, RIS, CSL JSON, reference lists, abstracts.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quipu_papers::arxiv::{ArxivId, read_feed};
use quipu_papers::{bib, concepts, front, kind, references};

fuzz_target!(|data: &[u8]| {
    let _ = read_feed(data);
    for name in ["a.bib", "a.ris", "a.json"] {
        if let Ok(read) = bib::read(data, name) {
            // What was read can be written.
            let _ = (bib::write_bibtex(&read.papers), bib::write_ris(&read.papers), bib::write_csl(&read.papers));
        }
    }
    let text = String::from_utf8_lossy(data);
    let _ = (ArxivId::within(&text), text.parse::<ArxivId>(), kind(&text), front(&text, "a.pdf"));
    let list = references::find(&text).map_or(&*text, |list| &text[list]);
    let found = references::split_with(list, &text);
    let _ = references::cited(&text, &found.entries);
    let _ = (concepts::read(&text, &text), concepts::concept_prompt::read_reply(&text, "", &text));
});
