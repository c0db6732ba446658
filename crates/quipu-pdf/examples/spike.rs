use pdf_oxide::PdfDocument;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let doc = PdfDocument::from_bytes(std::fs::read(&a[1]).unwrap()).unwrap();
    println!("enc {} auth {} pages {:?} ver {:?} trailer {:?}", doc.is_encrypted(), doc.is_authenticated(), doc.page_count(), doc.version(), doc.trailer());
    let p: usize = a[3].parse().unwrap();
    println!("box {:?} rot {:?}", doc.get_page_visible_box(p), doc.get_page_rotation(p));
    match a[2].as_str() {
        "md" => println!("{}", doc.to_markdown(p, &Default::default()).unwrap()),
        "text" => println!("{}", doc.extract_text(p).unwrap()),
        "spans" => for s in doc.extract_spans(p).unwrap() {
            println!("{:?} x{:.1} y{:.1} w{:.1} h{:.1} {} {:.1} {:?} mono{} i{} seq{} rot{} rise{} {:?} art{:?} rtl{} cw{} off{} mcid{:?} h{:?}", s.text, s.bbox.x, s.bbox.y, s.bbox.width, s.bbox.height, s.font_name, s.font_size, s.font_weight, s.is_monospace, s.is_italic, s.sequence, s.rotation_degrees, s.text_rise, s.provenance, s.artifact_type, s.rtl_draw_logical, s.char_widths.len(), s.char_x_offsets.len(), s.mcid, s.heading_level);
        },
        "chars" => for s in doc.extract_chars(p).unwrap() {
            println!("{:?} x{:.1} y{:.1} w{:.1} h{:.1} {} {:.1} {:?} mono{} rot{} adv{:.1} radv{:.1}", s.char, s.origin_x, s.origin_y, s.bbox.width, s.bbox.height, s.font_name, s.font_size, s.font_weight, s.is_monospace, s.rotation_degrees, s.advance_width, s.rendered_advance);
        },
        "paths" => for s in doc.extract_paths(p).unwrap() {
            println!("{:?} {:?} {:?} sw{} n{}", s.bbox, s.stroke_color, s.fill_color, s.stroke_width, s.operations.len());
        },
        "images" => for h in doc.page_image_handles(p).unwrap() { println!("{} {} {:?}", h.width, h.height, h.bbox); },
        _ => {}
    }
}
