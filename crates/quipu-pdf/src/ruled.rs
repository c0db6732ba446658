//! Rules on a page, and its rotation.

/// A ruled line, level or upright.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Rule {
    pub(crate) left: f32,
    pub(crate) right: f32,
    pub(crate) top: f32,
    pub(crate) bottom: f32,
}

impl Rule {
    pub(crate) fn is_level(&self) -> bool {
        self.right - self.left >= self.bottom - self.top
    }
}

/// A quarter turn: 0 for text that runs to the right, then against the clock.
pub(crate) type Turn = u8;

/// A place in the frame of text that runs that way, y downwards.
pub(crate) fn turned(x: f32, y: f32, turn: Turn) -> (f32, f32) {
    match turn {
        0 => (x, -y),
        1 => (y, x),
        2 => (-x, y),
        _ => (-y, -x),
    }
}
