//! Contribution tables as text: Markdown, and values between commas.

use quipu_papers::contribution::ContributionCell;

use super::{CitedCell, ContributionRow, ContributionTable};

/// The text of a cell that a paper does not state.
const UNSTATED: &str = "not stated";

impl ContributionTable {
    /// The table in Markdown: a paragraph a paper, missing cells left out.
    pub fn told(&self) -> String {
        let row = |row: &ContributionRow| {
            let said = ContributionCell::ALL.into_iter().zip(&row.cells).filter_map(|(cell, said)| {
                let text = said.text.as_ref()?;
                Some(format!("- {}: {text} {}", cell.name(), citation_marks(&said.citations)))
            });
            let said: Vec<String> = said.collect();
            let said = if said.is_empty() { "- nothing of it is stated".to_owned() } else { said.join("\n") };
            format!("**{}**\n\n{said}", row.title)
        };
        self.rows.iter().map(row).collect::<Vec<_>>().join("\n\n")
    }

    /// The table in Markdown, its citations below.
    pub fn markdown(&self) -> String {
        let cell = |text: &str| text.replace('\\', "\\\\").replace('|', "\\|").replace('\n', " ");
        let said = |one: &CitedCell| match &one.text {
            Some(text) => format!("{} {}", cell(text), citation_marks(&one.citations)),
            None => format!("*{UNSTATED}*"),
        };
        let row = |row: &ContributionRow| {
            let cells: Vec<String> = row.cells.iter().map(said).collect();
            format!("| {} | {} |\n", cell(&row.title), cells.join(" | "))
        };
        let heads = ContributionCell::ALL.map(ContributionCell::name).join(" | ");
        let rows: String = self.rows.iter().map(row).collect();
        let cited: String = self.citations.iter().map(cited).collect();
        format!("| paper | {heads} |\n|---|---|---|---|---|---|\n{rows}\n{cited}")
    }

    /// The table as values between commas, a line a paper (RFC 4180).
    pub fn csv(&self) -> String {
        let value = |text: &str| format!("\"{}\"", plain(text).replace('"', "\"\""));
        let row = |row: &ContributionRow| {
            let said = |one: &CitedCell| value(one.text.as_deref().unwrap_or_default());
            let cells: Vec<String> = row.cells.iter().map(said).collect();
            format!("{},{},{}\r\n", value(&row.paper), value(&row.title), cells.join(","))
        };
        let heads = ContributionCell::ALL.map(ContributionCell::name).join(",");
        format!("paper,title,{heads}\r\n{}", self.rows.iter().map(row).collect::<String>())
    }
}

/// A text that no spreadsheet takes for a formula.
fn plain(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t']) { format!("'{text}") } else { text.to_owned() }
}

/// The marks of citations after the supported text: `[1][3]`.
pub fn citation_marks(numbers: &[usize]) -> String {
    numbers.iter().map(|n| format!("[{n}]")).collect()
}

fn cited(one: &super::CitedPaper) -> String {
    let page = one.citation.page.map(|page| format!(", page {page}")).unwrap_or_default();
    let section = one.section.as_ref().map(|section| format!(", {section}")).unwrap_or_default();
    format!("[{}] {}{section}{page}, bytes {}-{}  \n", one.citation.n, one.title, one.citation.start, one.citation.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_that_hold_signs_of_the_form_stay_whole() {
        let cells = vec![
            CitedCell { text: Some("a | b".to_owned()), citations: vec![1] },
            CitedCell { text: Some("=1+1, \"two\"".to_owned()), citations: vec![2] },
            CitedCell::default(),
            CitedCell::default(),
            CitedCell::default(),
        ];
        let row = ContributionRow { paper: "p".to_owned(), title: "T".to_owned(), cells };
        let table = ContributionTable { rows: vec![row], ..ContributionTable::default() };
        assert!(table.markdown().contains("| a \\| b [1] |") && table.markdown().contains("*not stated*"));
        assert!(
            table.csv().contains("\"p\",\"T\",\"a | b\",\"'=1+1, \"\"two\"\"\",\"\",\"\",\"\"\r\n"),
            "{}",
            table.csv()
        );
    }
}
