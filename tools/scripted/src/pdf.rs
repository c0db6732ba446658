//! Markdown as a PDF file of plain pages.

/// Characters of a line.
const WIDTH: usize = 88;
/// Lines of a page.
const LINES: usize = 48;

/// The file of texts, each on a page of its own.
pub fn of_pages(texts: &[&str]) -> Vec<u8> {
    let lines = |text: &&str| broken(text, WIDTH).into_iter().map(|line| (10, line)).collect::<Vec<_>>();
    let pages: Vec<String> = texts.iter().map(|text| drawn(&lines(text))).collect();
    written(&pages)
}

/// The file of a text: headings larger and bold, paragraphs broken into lines, pages numbered by their order.
pub fn file(markdown: &str) -> Vec<u8> {
    let mut lines: Vec<(u32, String)> = Vec::new();
    for block in markdown.split("\n\n").map(str::trim).filter(|block| !block.is_empty()) {
        let hashes = block.chars().take_while(|c| *c == '#').count();
        let size = [10, 18, 14, 12].get(hashes).copied().unwrap_or(10);
        for line in block.trim_start_matches('#').lines() {
            lines.extend(broken(line.trim(), WIDTH * 10 / size as usize).into_iter().map(|line| (size, line)));
        }
        lines.push((10, String::new()));
    }
    let pages: Vec<String> = lines.chunks(LINES).map(drawn).collect();
    written(&pages)
}

fn broken(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let full = lines.last().is_some_and(|line| !line.is_empty() && line.len() + 1 + word.len() > width);
        if full {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

/// What draws a page.
fn drawn(lines: &[(u32, String)]) -> String {
    let mut out = String::from("BT\n");
    for (at, (size, text)) in lines.iter().enumerate() {
        let font = if *size > 10 { "F2" } else { "F1" };
        let text: String = text.chars().map(|c| if c.is_ascii() { c } else { '?' }).collect();
        let text = text.replace('\\', "\\\\").replace('(', "\\(").replace(')', "\\)");
        let y = 780 - 15 * at;
        out.push_str(&format!("/{font} {size} Tf 1 0 0 1 60 {y} Tm ({text}) Tj\n"));
    }
    out + "ET\n"
}

fn written(pages: &[String]) -> Vec<u8> {
    let kids: Vec<String> = (0..pages.len()).map(|page| format!("{} 0 R", 5 + 2 * page)).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Kids [{}] /Count {} >>", kids.join(" "), pages.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_owned(),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>".to_owned(),
    ];
    for (number, page) in pages.iter().enumerate() {
        let content = 6 + 2 * number;
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {content} 0 R \
             /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>"
        ));
        objects.push(format!("<< /Length {} >>\nstream\n{page}endstream", page.len()));
    }
    let (mut out, mut places) = (b"%PDF-1.4\n".to_vec(), Vec::new());
    for (number, object) in objects.iter().enumerate() {
        places.push(out.len());
        out.extend_from_slice(format!("{} 0 obj\n{object}\nendobj\n", number + 1).as_bytes());
    }
    let table = out.len();
    out.extend_from_slice(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).as_bytes());
    for place in &places {
        out.extend_from_slice(format!("{place:010} 00000 n \n").as_bytes());
    }
    let size = objects.len() + 1;
    out.extend_from_slice(format!("trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n").as_bytes());
    out
}
