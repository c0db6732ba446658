//! RTF in the compression of Outlook (LZFu, MS-OXRTFCP).

/// The initial content of the dictionary.
const FIRST: &[u8] = b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";
/// The size of the dictionary.
const SIZE: usize = 4096;
/// The longest text that is unpacked, in bytes.
const LONGEST: usize = 64 << 20;

/// Unpacks a text; fails if it is not packed in this way.
pub(in crate::load) fn unpacked(bytes: &[u8]) -> Option<Vec<u8>> {
    let rest = bytes.get(16..)?;
    match bytes.get(8..12)? {
        b"MELA" => return Some(rest.to_vec()),
        b"LZFu" => {}
        _ => return None,
    }
    let mut seen = [b' '; SIZE];
    seen.get_mut(..FIRST.len())?.copy_from_slice(FIRST);
    let (mut at, mut out) = (FIRST.len(), Vec::new());
    let mut put = |byte: u8, at: &mut usize, seen: &mut [u8; SIZE]| {
        out.push(byte);
        seen[*at % SIZE] = byte;
        *at = (*at + 1) % SIZE;
        out.len() < LONGEST
    };
    let mut bytes = rest.iter().copied();
    'all: while let Some(control) = bytes.next() {
        for bit in 0..8 {
            if control & (1 << bit) == 0 {
                let Some(byte) = bytes.next() else { break 'all };
                if !put(byte, &mut at, &mut seen) {
                    break 'all;
                }
                continue;
            }
            let (Some(high), Some(low)) = (bytes.next(), bytes.next()) else { break 'all };
            let pair = usize::from(high) << 8 | usize::from(low);
            let (from, length) = (pair >> 4, (pair & 0xf) + 2);
            if from == at {
                break 'all;
            }
            for step in 0..length {
                let byte = seen[(from + step) % SIZE];
                if !put(byte, &mut at, &mut seen) {
                    break 'all;
                }
            }
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_outlook_packs_is_unpacked() {
        // The example of MS-OXRTFCP.
        let packed = b"\x2d\0\0\0\x2b\0\0\0LZFu\xf1\xc5\xc7\xa7\x03\x00\x0a\x00rcpg125\x42\x32\x0a\xf3 hel\x09\x00 bw\x05\xb0ld}\x0a\x80\x0f\xa0";
        let text = unpacked(packed).expect("it is packed");
        assert_eq!(text, b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n");
        assert_eq!(unpacked(b"short"), None);
    }
}
