//! The ruled lines of a page: level or upright ones, stroked or as thin painted boxes.

use pdf_oxide::elements::{PathContent, PathOperation};

use crate::ruled::{Rule, Turn, turned};

/// The level and upright strokes of a path; a thin filled box is a stroke too.
pub(crate) fn rules(path: &PathContent, turn: Turn) -> Vec<Rule> {
    let stroked = path.stroke_color.is_some() && path.stroke_width < 6.0;
    let whole = rule((path.bbox.x, path.bbox.y), (path.bbox.x + path.bbox.width, path.bbox.y + path.bbox.height), turn);
    let thin = whole.is_some_and(|rule| (rule.right - rule.left).min(rule.bottom - rule.top) < 2.5);
    if thin {
        return whole.into_iter().collect();
    }
    // A cell that is painted has its ends where lines would be.
    let painted = path.fill_color.as_ref().is_some_and(|color| color.r.min(color.g).min(color.b) < 0.99);
    let painted = painted
        && whole.is_some_and(|rule| rule.right - rule.left > 12.0 && (8.0..80.0).contains(&(rule.bottom - rule.top)));
    if !(stroked || painted) || path.operations.len() > 64 {
        return Vec::new();
    }
    let mut rules = Vec::new();
    let (mut at, mut start) = ((0.0, 0.0), (0.0, 0.0));
    for operation in &path.operations {
        match *operation {
            PathOperation::MoveTo(x, y) => (at, start) = ((x, y), (x, y)),
            PathOperation::LineTo(x, y) => {
                rules.extend(rule(at, (x, y), turn));
                at = (x, y);
            }
            PathOperation::Rectangle(x, y, w, h) => {
                let corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)];
                rules.extend(corners.windows(2).filter_map(|pair| rule(pair[0], pair[1], turn)));
            }
            PathOperation::ClosePath => {
                rules.extend(rule(at, start, turn));
                at = start;
            }
            PathOperation::CurveTo(.., x, y) => at = (x, y),
        }
    }
    rules.retain(|rule| (rule.right - rule.left).min(rule.bottom - rule.top) < 2.5);
    rules
}

/// The line between two places, if it is long enough to be seen as one.
pub(crate) fn rule(from: (f32, f32), to: (f32, f32), turn: Turn) -> Option<Rule> {
    let (one, other) = (turned(from.0, from.1, turn), turned(to.0, to.1, turn));
    let (left, right) = (one.0.min(other.0), one.0.max(other.0));
    let (top, bottom) = (one.1.min(other.1), one.1.max(other.1));
    let sane = [left, right, top, bottom].iter().all(|v| v.is_finite());
    (sane && (right - left).max(bottom - top) > 4.0).then_some(Rule { left, right, top, bottom })
}
