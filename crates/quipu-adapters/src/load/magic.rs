//! Signatures (magic numbers): the first bytes of formats that are not plain text.

/// Signatures, and the names of their formats.
const SIGNATURES: &[(&[u8], &str)] = &[
    (b"%PDF-", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive or an office document"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old office document or an Outlook message"),
    (b"{\\rtf", "an RTF document"),
    (b"\x1f\x8b", "gzip"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\0", "xz"),
    (b"(\xb5/\xfd", "zstd"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"II*\0", "a TIFF image"),
    (b"MM\0*", "a TIFF image"),
    (b"RIFF", "a RIFF file: sound, video or a WebP image"),
    (b"OggS", "Ogg sound or video"),
    (b"fLaC", "FLAC sound"),
    (b"ID3", "MP3 sound"),
    (b"\x1aE\xdf\xa3", "Matroska video"),
    (b"\x7fELF", "an executable"),
    (b"MZ\x90\0", "an executable"),
    (b"\xcf\xfa\xed\xfe", "an executable"),
    (b"\xca\xfe\xba\xbe", "a Java class or an executable"),
    (b"\0asm", "WebAssembly"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"wOFF", "a font"),
    (b"wOF2", "a font"),
    (b"\0\x01\0\0\0", "a font"),
];

/// The format of the signature at the start of `bytes`; missing without a known one.
pub(super) fn signature(bytes: &[u8]) -> Option<&'static str> {
    if bytes.get(4..8) == Some(b"ftyp") {
        return Some("video, sound or an image of the MP4 family");
    }
    if bytes.get(257..262) == Some(b"ustar") {
        return Some("a tar archive");
    }
    SIGNATURES.iter().find(|(start, _)| bytes.starts_with(start)).map(|(_, what)| *what)
}
