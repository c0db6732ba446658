//! Prints the share of words that stand in rows of tables: `table_share FOLDER` for every PDF in it. The second share
//! counts pages alone that name no table in a caption: what stands in rows there is hardly a table.
#![allow(clippy::print_stdout)]

use std::path::{Path, PathBuf};

/// Words in rows of tables, and all words.
#[derive(Debug, Clone, Copy, Default)]
struct Count {
    rows: usize,
    all: usize,
}

impl Count {
    fn of(markdown: &str) -> Self {
        let mut count = Self::default();
        for line in markdown.lines() {
            let words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).count();
            count.all += words;
            count.rows += if line.starts_with('|') { words } else { 0 };
        }
        count
    }

    fn add(&mut self, more: Self) {
        self.rows += more.rows;
        self.all += more.all;
    }

    fn share(self) -> String {
        format!("{} / {} = {:.1} %", self.rows, self.all, 100.0 * self.rows as f32 / self.all.max(1) as f32)
    }
}

fn main() {
    let path = std::env::args().nth(1).unwrap_or_else(|| "eval/documents".to_owned());
    println!("| file | pages | words in rows | on pages without a caption of a table |\n|---|---|---|---|");
    for file in files(Path::new(&path)) {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let bytes = std::fs::read(&file).unwrap_or_default();
        match quipu_pdf::read(&bytes, quipu_pdf::PdfOptions::default()) {
            Err(error) => println!("| {name} | | {error} | |"),
            Ok(pdf) => {
                let (mut whole, mut bare) = (Count::default(), Count::default());
                for page in &pdf.pages {
                    let count = Count::of(&page.markdown);
                    whole.add(count);
                    if !page.markdown.lines().any(names_table) {
                        bare.add(count);
                    }
                }
                println!("| {name} | {} | {} | {} |", pdf.pages.len(), whole.share(), bare.share());
            }
        }
    }
}

fn files(path: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(path) else { return vec![path.to_owned()] };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "pdf"));
    files.sort();
    files
}

/// True if a line begins like the caption of a table.
fn names_table(line: &str) -> bool {
    let line = line.trim_start_matches(['|', ' ', '#', '*']).to_lowercase();
    let numbered = |rest: &str| {
        let number = rest.trim_start().split([':', '.', ' ', '|']).next().unwrap_or_default();
        !number.is_empty() && number.chars().all(|letter| letter.is_ascii_digit() || "ivxs".contains(letter))
    };
    ["table", "tab.", "таблица"].iter().any(|name| line.strip_prefix(name).is_some_and(numbered))
}
