//! Compound files: letters of Outlook, and unsupported ones.

use super::*;

const SECTOR: usize = 512;

/// A compound file: streams by their paths, each as long as whole sectors and at least as 4,096 bytes.
fn compound(streams: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut names: Vec<(String, Option<usize>)> = vec![("Root Entry".to_owned(), None)];
    let mut above: Vec<String> = vec![String::new()];
    for (at, (path, _)) in streams.iter().enumerate() {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        if !folder.is_empty() && !names.iter().zip(&above).any(|((own, at), _)| own == folder && at.is_none()) {
            names.push((folder.to_owned(), None));
            above.push(String::new());
        }
        names.push((name.to_owned(), Some(at)));
        above.push(folder.to_owned());
    }
    let folders = names.len().div_ceil(4);
    let sizes: Vec<usize> = streams.iter().map(|(_, bytes)| bytes.len().max(4096).div_ceil(SECTOR)).collect();
    let mut chain: Vec<u32> = vec![0xffff_fffd];
    let push = |chain: &mut Vec<u32>, sectors: usize| {
        let first = chain.len();
        (1..sectors).for_each(|step| chain.push((first + step) as u32));
        chain.push(0xffff_fffe);
        first as u32
    };
    let directory = push(&mut chain, folders);
    let starts: Vec<u32> = sizes.iter().map(|sectors| push(&mut chain, *sectors)).collect();
    assert!(chain.len() <= SECTOR / 4, "one sector holds the chains");
    let mut out = COMPOUND.to_vec();
    out.resize(24, 0);
    for part in [0x3e_u16, 3, 0xfffe, 9, 6] {
        out.extend(part.to_le_bytes());
    }
    out.resize(44, 0);
    for part in [1_u32, directory, 0, 4096, 0xffff_fffe, 0, 0xffff_fffe, 0, 0] {
        out.extend(part.to_le_bytes());
    }
    out.resize(SECTOR, 0xff);
    chain.iter().for_each(|next| out.extend(next.to_le_bytes()));
    out.resize(SECTOR * 2, 0xff);
    let places = |stream: usize| (starts[stream], sizes[stream] * SECTOR);
    (0..names.len()).for_each(|at| out.extend(entry(&names, &above, at, &places)));
    out.resize(SECTOR * (2 + folders), 0);
    for ((_, bytes), sectors) in streams.iter().zip(&sizes) {
        let end = out.len() + sectors * SECTOR;
        out.extend(bytes);
        out.resize(end, 0);
    }
    out
}

/// The entry of a stream or a folder; those of a folder stand in a chain.
fn entry(
    names: &[(String, Option<usize>)],
    above: &[String],
    at: usize,
    places: &dyn Fn(usize) -> (u32, usize),
) -> Vec<u8> {
    let (name, stream) = &names[at];
    let beside = (at + 1..names.len()).find(|next| above[*next] == above[at] && at > 0);
    let inside = match (at, stream) {
        (0, _) => 1,
        (_, None) => (1..names.len()).find(|inner| above[*inner] == *name).unwrap_or(0) as u32,
        _ => u32::MAX,
    };
    let mut entry: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let length = entry.len() as u16 + 2;
    entry.resize(64, 0);
    entry.extend(length.to_le_bytes());
    let kind = match (at, stream) {
        (0, _) => 5,
        (_, Some(_)) => 2,
        (_, None) => 1,
    };
    entry.extend([kind, 1]);
    for part in [u32::MAX, beside.map_or(u32::MAX, |next| next as u32), inside] {
        entry.extend(part.to_le_bytes());
    }
    entry.resize(116, 0);
    let (start, size) = stream.map_or((0xffff_fffe, 0), places);
    entry.extend(start.to_le_bytes());
    entry.extend((size as u64).to_le_bytes());
    entry
}

fn wide(words: &str) -> Vec<u8> {
    words.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

#[test]
fn a_letter_of_outlook_is_read_as_a_letter() {
    let mut properties = vec![0; 32];
    properties.extend([0x40, 0, 0x39, 0, 0, 0, 0, 0]);
    properties.extend(133_536_861_590_000_000_u64.to_le_bytes());
    let bytes = compound(&[
        ("__properties_version1.0", properties),
        ("__substg1.0_0037001F", wide("Нов ключ")),
        ("__substg1.0_0C1A001F", wide("Ann Ode")),
        ("__substg1.0_0C1F001E", b"ann@example.org".to_vec()),
        ("__substg1.0_0E04001F", wide("Ole; Bo")),
        ("__substg1.0_1000001F", wide("Take the key.\r\n\r\nIt is under the mat.")),
        ("__attach_version1.0_#00000000/__substg1.0_3707001F", wide("map.png")),
    ]);
    let parsed = load("a.msg", &bytes).expect("it is a letter");
    assert_eq!(
        parsed.text,
        "# Нов ключ\n\nFrom: Ann Ode <ann@example.org>\nTo: Ole, Bo\nDate: 2024-02-29T13:15:59Z\n\n\
         Take the key.\n\nIt is under the mat.\n\nAttached: map.png"
    );
    assert_eq!(parsed.partial.as_deref(), Some("attached files are not read: map.png"));
    assert_eq!(parsed.metadata["authors"][0], "Ann Ode");
}

#[test]
fn compound_files_of_others_are_named() {
    let empty = load("a.msg", &compound(&[("__properties_version1.0", vec![0; 32])])).expect_err("it says nothing");
    assert!(matches!(&empty, LoadError::Unreadable { reason } if reason.contains("Outlook message")), "{empty:?}");
    let drawing = load("a.vsd", &compound(&[("VisioDocument", Vec::new())])).expect_err("it is a drawing");
    assert_eq!(drawing, LoadError::Binary { found: "a Visio drawing".to_owned() });
    let locked = load("a.docx", &compound(&[("EncryptedPackage", Vec::new())])).expect_err("it is locked");
    assert_eq!(locked, LoadError::Locked);
}
