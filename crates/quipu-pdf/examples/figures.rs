//! Prints the similarity of the read and the expected text: `figures FOLDER` for every `X.pdf` with
//! an `X.pdf.md`, `figures FILE` the text itself.
#![allow(clippy::print_stdout)]

use std::path::Path;

use quipu_proof::eval::TextLikeness;

fn main() {
    let path = std::env::args().nth(1).unwrap_or_else(|| "eval/documents".to_owned());
    let path = Path::new(&path);
    if path.is_file() {
        return show(path);
    }
    let Ok(files) = std::fs::read_dir(path) else { return println!("{} cannot be read", path.display()) };
    let mut files: Vec<_> = files.flatten().map(|file| file.path()).filter(|path| is_pdf(path)).collect();
    files.sort();
    println!("| file | pages | words | cells |\n|---|---|---|---|");
    for file in files {
        let Ok(expected) = std::fs::read_to_string(file.with_extension("pdf.md")) else { continue };
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match read(&file) {
            Ok(pdf) => {
                let like = TextLikeness::of(&pdf.text().0, &expected);
                let cells = like.cells.map_or(String::new(), |cells| format!("{cells:.3}"));
                println!("| {name} | {} | {:.3} | {cells} |", pdf.pages.len(), like.words);
            }
            Err(error) => println!("| {name} | | {error} | |"),
        }
    }
}

fn is_pdf(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "pdf")
}

fn read(path: &Path) -> Result<quipu_pdf::Pdf, quipu_pdf::PdfError> {
    quipu_pdf::read(&std::fs::read(path).unwrap_or_default(), quipu_pdf::PdfOptions::default())
}

fn show(path: &Path) {
    match read(path) {
        Err(error) => println!("{error}"),
        Ok(pdf) => {
            println!(
                "title {:?}, authors {:?}, date {:?}, {} of {} pages",
                pdf.title,
                pdf.authors,
                pdf.date,
                pdf.pages.len(),
                pdf.total
            );
            for (at, page) in pdf.pages.iter().enumerate() {
                println!(
                    "----- page {} {:?} ocr {:?} damaged {}\n{}",
                    at + 1,
                    page.seam,
                    page.needs_ocr,
                    page.damaged,
                    page.markdown
                );
            }
        }
    }
}
