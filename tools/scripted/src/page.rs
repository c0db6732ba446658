//! Markdown as a page of HTML in the form of LaTeXML, which arXiv's pages have.

/// The page of a text: headings, paragraphs, and the list of references.
pub(crate) fn page(markdown: &str) -> String {
    let mut body = String::new();
    let mut cited = 0;
    let mut references = false;
    for block in markdown.split("\n\n").map(str::trim).filter(|block| !block.is_empty()) {
        let text = escaped(block);
        if let Some(title) = block.strip_prefix("# ") {
            body.push_str(&format!("<h1 class=\"ltx_title ltx_title_document\">{}</h1>\n", escaped(title)));
        } else if let Some(title) = block.strip_prefix("### ") {
            body.push_str(&format!("<h3 class=\"ltx_title ltx_title_subsection\">{}</h3>\n", escaped(title)));
        } else if let Some(title) = block.strip_prefix("## ") {
            references = title.trim() == "References";
            body.push_str(&format!("<h2 class=\"ltx_title ltx_title_section\">{}</h2>\n", escaped(title)));
        } else if references {
            for line in block.lines() {
                cited += 1;
                body.push_str(&format!("<li id=\"bib.bib{cited}\" class=\"ltx_bibitem\">{}</li>\n", escaped(line)));
            }
        } else {
            body.push_str(&format!("<div class=\"ltx_para\"><p class=\"ltx_p\">{text}</p></div>\n"));
        }
    }
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>paper</title></head>\n\
         <body><div class=\"ltx_page_main\"><article class=\"ltx_document\">\n{body}</article></div></body></html>\n"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
