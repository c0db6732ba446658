//! A PDF file of a few objects, with Helvetica as `/F1`.

/// Objects in the making. The first three are the catalogue, the tree of pages and a font.
pub(crate) struct File {
    objects: Vec<String>,
    pages: Vec<usize>,
    /// More entries of the catalogue.
    pub(crate) catalogue: String,
    /// More fonts of the pages that follow.
    pub(crate) fonts: String,
}

impl File {
    /// A file without pages.
    pub(crate) fn new() -> Self {
        let font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>";
        let objects = vec![String::new(), String::new(), font.to_owned()];
        Self { objects, pages: Vec::new(), catalogue: String::new(), fonts: String::new() }
    }

    /// Adds an object and says its number.
    pub(crate) fn object(&mut self, object: impl Into<String>) -> usize {
        self.objects.push(object.into());
        self.objects.len()
    }

    /// Adds a stream with these entries and says its number.
    pub(crate) fn stream(&mut self, entries: &str, content: &str) -> usize {
        self.object(format!("<< {entries} /Length {} >>\nstream\n{content}\nendstream", content.len()))
    }

    /// Adds a page with more entries and more resources.
    pub(crate) fn page_with(&mut self, content: &str, entries: &str, resources: &str) -> &mut Self {
        let content = self.stream("", content);
        let page = self.object(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents {content} 0 R {entries} \
             /Resources << /Font << /F1 3 0 R {} >> {resources} >> >>",
            self.fonts
        ));
        self.pages.push(page);
        self
    }

    /// Adds a page.
    pub(crate) fn page(&mut self, content: &str) -> &mut Self {
        self.page_with(content, "", "")
    }

    /// The file.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let kids: String = self.pages.iter().map(|page| format!("{page} 0 R ")).collect();
        let mut objects = self.objects.clone();
        objects[0] = format!("<< /Type /Catalog /Pages 2 0 R {} >>", self.catalogue);
        objects[1] = format!("<< /Type /Pages /Kids [{kids}] /Count {} >>", self.pages.len());
        let mut bytes = b"%PDF-1.6\n".to_vec();
        let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
        for (number, object) in (1..).zip(&objects) {
            table.push_str(&format!("{:010} 00000 n \n", bytes.len()));
            bytes.extend(format!("{number} 0 obj\n{object}\nendobj\n").bytes());
        }
        let start = bytes.len();
        let end = format!("trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n", objects.len() + 1);
        bytes.extend(table.bytes().chain(end.bytes()));
        bytes
    }
}

/// Shows a text at a place.
pub(crate) fn show(text: &str, x: f32, y: f32) -> String {
    format!("BT /F1 11 Tf 1 0 0 1 {x} {y} Tm ({text}) Tj ET\n")
}

/// Shows lines below each other from a height on.
pub(crate) fn lines(texts: &[&str], from: f32) -> String {
    (0_u8..).zip(texts).map(|(at, text)| show(text, 60.0, from - 16.0 * f32::from(at))).collect()
}
