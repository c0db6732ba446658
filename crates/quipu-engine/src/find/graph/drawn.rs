//! A picture drawn: placed on a page, as SVG, and as DOT for Graphviz. Texts of documents are escaped;
//! equal pictures are drawn alike.

use std::fmt::Write as _;

use quipu_kernel::graph::{Place, layout, spiral};
use serde::Serialize;

use super::{Line, Picture, Point};
use crate::write::exchange::escaped;

/// Size of an SVG, in its own units.
const PAGE: (f64, f64) = (1400.0, 1000.0);
/// Room for labels around it.
const MARGIN: f64 = 80.0;
/// The longest label, in characters.
const LABEL: usize = 28;

/// A picture with places for its things.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct PlacedPicture<'a> {
    /// The picture.
    #[serde(flatten)]
    pub picture: &'a Picture,
    /// The position of each thing, from left and from the top, on a page of 1400 x 1000.
    pub places: Vec<(f64, f64)>,
}

/// Places for the things of a picture.
pub fn placed(picture: &Picture) -> PlacedPicture<'_> {
    let ties: Vec<(u32, u32, f64)> = picture.lines.iter().map(|line| (line.from, line.to, line.weight)).collect();
    let place = |Place { x, y }: Place| {
        let across = |part: f64, size: f64| ((MARGIN + part * (size - 2.0 * MARGIN)) * 10.0).round() / 10.0;
        (across(x, PAGE.0), across(y, PAGE.1))
    };
    // Communities keep their places, as far as they may, when others come or go.
    let starts = match picture.points.first() {
        Some(first) if first.kind == "community" => picture.points.iter().map(|point| Place::of(&point.id)).collect(),
        _ => spiral(picture.points.len()),
    };
    PlacedPicture { picture, places: layout(starts, &ties).into_iter().map(place).collect() }
}

/// The picture as an SVG file.
pub fn svg(picture: &Picture) -> String {
    let places = placed(picture).places;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n<title>{}</title>\n<rect width=\"{w}\" height=\"{h}\" \
         fill=\"#ffffff\"/>\n",
        escaped(&picture.title),
        w = PAGE.0,
        h = PAGE.1,
    );
    out.push_str(ARROW);
    for (at, line) in picture.lines.iter().enumerate() {
        svg_line(&mut out, line, &places);
        svg_label(&mut out, &picture.lines, at, &places);
    }
    for (point, (x, y)) in picture.points.iter().zip(&places) {
        svg_point(&mut out, point, *x, *y);
    }
    out.push_str("</svg>\n");
    out
}

/// The head of an arrow, which stops before the thing that it leads to.
const ARROW: &str = "<defs><marker id=\"to\" viewBox=\"0 0 10 10\" refX=\"22\" refY=\"5\" markerWidth=\"7\" \
    markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L10 5L0 10z\" fill=\"#b4552d\"/></marker></defs>\n";
/// The maximum number of labels of parallel lines side by side.
const SIDE_BY_SIDE: usize = 3;

fn svg_line(out: &mut String, line: &Line, places: &[(f64, f64)]) {
    let (Some((ax, ay)), Some((bx, by))) = (places.get(line.from as usize), places.get(line.to as usize)) else {
        return;
    };
    let (colour, dashes) = if line.kind == "relation" {
        ("#b4552d", " marker-end=\"url(#to)\"")
    } else {
        ("#b9bec6", " stroke-dasharray=\"3 3\"")
    };
    let said = line.quotes.iter().map(|quote| quote.quote.as_str()).collect::<Vec<_>>().join(" … ");
    // A string takes any text.
    let _ = writeln!(
        out,
        "<line x1=\"{ax}\" y1=\"{ay}\" x2=\"{bx}\" y2=\"{by}\" stroke=\"{colour}\"{dashes}><title>{}</title></line>",
        escaped(&said)
    );
}

/// The label of a line, with those of all that tie the same two things: the first of them bears it for all.
fn svg_label(out: &mut String, lines: &[Line], at: usize, places: &[(f64, f64)]) {
    let line = &lines[at];
    let ends = |line: &Line| (line.from.min(line.to), line.from.max(line.to));
    let parallel = |other: &&Line| ends(other) == ends(line) && !other.says.is_empty();
    if line.says.is_empty() || lines[..at].iter().any(|other| parallel(&other)) {
        return;
    }
    let (Some((ax, ay)), Some((bx, by))) = (places.get(line.from as usize), places.get(line.to as usize)) else {
        return;
    };
    let mut said: Vec<&str> = lines[at..].iter().filter(parallel).map(|other| other.says.as_str()).collect();
    said.dedup();
    let more = if said.len() > SIDE_BY_SIDE { ", …" } else { "" };
    said.truncate(SIDE_BY_SIDE);
    let (x, y, says) = ((ax + bx) / 2.0, (ay + by) / 2.0, escaped(&format!("{}{more}", said.join(", "))));
    let _ = writeln!(
        out,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" fill=\"#8a4324\" font-size=\"11\" stroke=\"#ffffff\" \
         stroke-width=\"3\" paint-order=\"stroke\">{says}</text>"
    );
}

fn svg_point(out: &mut String, point: &Point, x: f64, y: f64) {
    let (size, colour) = (6.0 * point.weight, colour(point));
    let shape = if point.kind == "chunk" || point.kind == "document" {
        let side = 2.0 * size;
        format!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" rx=\"2\" fill=\"{colour}\">",
            x - size,
            y - size
        )
    } else {
        format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{size:.1}\" fill=\"{colour}\">")
    };
    let end = if shape.starts_with("<rect") { "rect" } else { "circle" };
    let told = escaped(&format!("{} ({}) {}", point.label, point.kind, point.about));
    let _ = writeln!(out, "{shape}<title>{told}</title></{end}>");
    let label = escaped(&short(&point.label));
    let _ = writeln!(
        out,
        "<text x=\"{x}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#20242a\">{label}</text>",
        y + size + 14.0
    );
}

/// Colours of groups, distinguishable from each other.
const GROUPS: [&str; 12] = [
    "#3b6fb6", "#c0802a", "#2f8f5b", "#b6547a", "#7a4fa3", "#4a8fa0", "#b4552d", "#7d8a2e", "#5c6bc0", "#a3574f",
    "#3f9c8f", "#8d6e63",
];

fn colour(point: &Point) -> &'static str {
    if let Some(group) = point.group {
        return GROUPS[group as usize % GROUPS.len()];
    }
    match point.kind.as_str() {
        "PERSON" => "#3b6fb6",
        "ORG" => "#7a4fa3",
        "PLACE" => "#2f8f5b",
        "WORK" | "EVENT" => "#c0802a",
        "SERVICE" | "IDENTIFIER" => "#4a8fa0",
        "METHOD" | "DATASET" | "METRIC" => "#b6547a",
        "CONCEPT" => "#a3947a",
        "DATE" => "#8b949e",
        "chunk" | "document" => "#d9dde3",
        _ => "#6d7782",
    }
}

fn short(label: &str) -> String {
    match label.char_indices().nth(LABEL) {
        Some((end, _)) => format!("{}…", label[..end].trim_end()),
        None => label.to_owned(),
    }
}

/// The picture as a DOT file.
pub fn dot(picture: &Picture) -> String {
    let mut out =
        "digraph quipu {\n  graph [overlap=false, splines=true];\n  node [fontname=\"sans-serif\", style=filled];\n"
            .to_owned();
    for (point, at) in picture.points.iter().zip(0..) {
        let shape = if point.kind == "chunk" || point.kind == "document" { "note" } else { "ellipse" };
        let (label, fill) = (quoted(&short(&point.label)), colour(point));
        let tip = quoted(&format!("{} {}", point.kind, point.about));
        let _ = writeln!(out, "  p{at} [label={label}, shape={shape}, fillcolor=\"{fill}\", tooltip={tip}];");
    }
    for line in &picture.lines {
        let style = if line.kind == "relation" { "solid" } else { "dashed, dir=none" };
        let _ = writeln!(out, "  p{} -> p{} [label={}, style={style}];", line.from, line.to, quoted(&line.says));
    }
    out.push_str("}\n");
    out
}

/// A string of DOT: a quotation mark or a backslash cannot end it, nor make an escape of Graphviz.
fn quoted(text: &str) -> String {
    let kept: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("\"{}\"", kept.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hostile() -> Picture {
        let says = "</title><script>alert(1)</script>\"\\\n]; p0 -> p0";
        let point = |kind: &str| Point {
            id: "k".to_owned(),
            label: says.to_owned(),
            kind: kind.to_owned(),
            about: says.to_owned(),
            weight: 1.0,
            quotes: Vec::new(),
            group: None,
        };
        let (says, periods, quotes) = (says.to_owned(), Vec::new(), Vec::new());
        let line = Line { from: 0, to: 1, says: says.clone(), kind: "relation", weight: 1.0, periods, quotes };
        let lost = Line { to: 9, ..line.clone() };
        let (points, lines) = (vec![point("PERSON"), point("chunk")], vec![line, lost]);
        Picture { title: says, points, lines, notes: Vec::new() }
    }

    #[test]
    fn what_documents_say_cannot_leave_its_place() {
        let (svg, dot) = (svg(&hostile()), dot(&hostile()));
        assert!(!svg.contains("<script") && svg.contains("&lt;script"), "{svg}");
        assert_eq!(svg.matches("<title>").count(), svg.matches("</title>").count());
        assert!(dot.contains("\\\"\\\\ ]"), "{dot}");
        assert_eq!(dot.lines().count(), 3 + 2 + 2 + 1, "{dot}");
    }

    #[test]
    fn equal_pictures_are_drawn_alike() {
        assert_eq!(svg(&hostile()), svg(&hostile()));
    }
}
