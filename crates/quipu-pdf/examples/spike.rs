use pdf_oxide::PdfDocument;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let doc = PdfDocument::from_bytes(std::fs::read(&a[1]).unwrap()).unwrap();
    let p: usize = a[3].parse().unwrap();
    match a[2].as_str() {
        "md" => println!("{}", doc.to_markdown(p, &Default::default()).unwrap()),
        "text" => println!("{}", doc.extract_text(p).unwrap()),
        "chars" => for s in doc.extract_chars(p).unwrap() {
            println!("{:?} x{:.4} y{:.1} w{:.5} h{:.1} {} {:.1} {:?} mono{} rot{} adv{:.5}", s.char, s.origin_x, s.origin_y, s.bbox.width, s.bbox.height, s.font_name, s.font_size, s.font_weight, s.is_monospace, s.rotation_degrees, s.advance_width);
        },
        "paths" => for s in doc.extract_paths(p).unwrap() {
            println!("{:?} {:?} {:?} sw{} n{}", s.bbox, s.stroke_color, s.fill_color, s.stroke_width, s.operations.len());
        },
        _ => {}
    }
}
