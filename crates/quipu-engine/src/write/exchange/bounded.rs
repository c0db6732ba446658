//! Lines of a bounded length: longer ones are skipped, not held.

use std::io::{self, BufRead};

/// A line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    /// A line is in the buffer, without its end.
    Line,
    /// The line was longer than the limit.
    TooLong,
    /// No lines are left.
    End,
}

/// Reads a line of at most `limit` bytes into `line`.
///
/// # Errors
/// When the input cannot be read.
pub(super) fn take_line(input: &mut dyn BufRead, line: &mut Vec<u8>, limit: usize) -> io::Result<Taken> {
    line.clear();
    let (mut any, mut long) = (false, false);
    loop {
        let bytes = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if bytes.is_empty() {
            break;
        }
        any = true;
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        long |= line.len() + part.len() > limit;
        if !long {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(match (any, long) {
        (false, _) => Taken::End,
        (true, false) => Taken::Line,
        (true, true) => Taken::TooLong,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_one_by_one_and_long_ones_are_passed_over() {
        let mut input = io::BufReader::with_capacity(3, "ab\n\nabcdefgh\nend".as_bytes());
        let mut line = Vec::new();
        let mut next = || (take_line(&mut input, &mut line, 4).unwrap(), String::from_utf8(line.clone()).unwrap());
        assert_eq!(next(), (Taken::Line, "ab".to_owned()));
        assert_eq!(next(), (Taken::Line, String::new()));
        assert_eq!(next().0, Taken::TooLong);
        assert_eq!(next(), (Taken::Line, "end".to_owned()));
        assert_eq!(next().0, Taken::End);
    }
}
