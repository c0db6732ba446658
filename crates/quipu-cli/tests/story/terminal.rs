//! On a terminal: colour, pages, links, and tables as wide as it is; in a pipe none of that.

use std::fs::{File, OpenOptions};
use std::io::Read as _;
use std::process::{Command, Stdio};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::Story;

/// The output of a run on a terminal of this width, and its exit code.
fn shown(command: &mut Command, columns: u16) -> (String, Option<i32>) {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("the system gives a terminal");
    grantpt(&ours).and_then(|()| unlockpt(&ours)).expect("the terminal is ours");
    let name = ptsname(&ours, Vec::new()).expect("it has a name").into_string().expect("of ASCII");
    let theirs = OpenOptions::new().read(true).write(true).open(name).expect("it opens");
    let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&theirs, size).expect("it has a size");
    let half = || Stdio::from(theirs.try_clone().expect("a handle can be copied"));
    command.stdin(half()).stdout(half()).stderr(half());
    let mut child = command.spawn().expect("the binary runs");
    // The end is seen when no process holds the other half any more.
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    drop(theirs);
    let mut text = Vec::new();
    let mut ours = File::from(ours);
    let mut part = [0; 4096];
    while let Ok(read @ 1..) = ours.read(&mut part) {
        text.extend_from_slice(&part[..read]);
    }
    let code = child.wait().expect("it ends").code();
    (String::from_utf8_lossy(&text).replace("\r\n", "\n"), code)
}

fn on_terminal(story: &Story, arguments: &[&str], variables: &[(&str, &str)], columns: u16) -> String {
    let mut command = story.command(arguments);
    command.env("TERM", "xterm-kitty").env_remove("NO_COLOR").env_remove("COLUMNS");
    command.env("QUIPU_PAGER", "cat").envs(variables.iter().copied());
    shown(&mut command, columns).0
}

#[test]
fn colour_follows_the_terminal_the_flag_and_the_variables() {
    let story = Story::of_the_tower();
    let bold = |text: &str| text.contains("\u{1b}[1m");
    let search = ["search", "bell"];
    assert!(bold(&on_terminal(&story, &search, &[], 80)));
    assert!(!bold(&on_terminal(&story, &search, &[("NO_COLOR", "1")], 80)));
    assert!(!bold(&on_terminal(&story, &["search", "bell", "--color", "never"], &[], 80)));
    assert!(!bold(&story.run(&search).out) && bold(&story.run(&["search", "bell", "--color=always"]).out));
    assert!(bold(&on_terminal(&story, &["--help"], &[], 80)) && !bold(&story.run(&["--help"]).out));
    let help = on_terminal(&story, &["search", "-h"], &[], 80);
    assert!(help.contains("\u{1b}["), "{help}");
}

#[test]
fn documents_lead_to_their_files_where_a_terminal_follows() {
    let story = Story::of_the_tower();
    let ask = ["ask", "Who cast the bell of the tower?"];
    let text = on_terminal(&story, &ask, &[], 80);
    let path = story.path("tower.md").canonicalize().expect("it is there");
    assert!(
        text.contains("\u{1b}]8;;file://") && text.contains(&format!("{}\u{1b}\\notes/tower.md", path.display())),
        "{text}"
    );
    assert!(!on_terminal(&story, &["ask", ask[1], "--hyperlink", "never"], &[], 80).contains("\u{1b}]8"));
    assert!(!on_terminal(&story, &ask, &[("TERM", "vt100"), ("FORCE_HYPERLINK", "0")], 80).contains("\u{1b}]8"));
    assert!(!story.run(&ask).out.contains('\u{1b}'));
    // A page of a PDF is named.
    let pdf = concat!(env!("CARGO_MANIFEST_DIR"), "/../quipu-pdf/tests/files/owner-locked.pdf");
    std::fs::copy(pdf, story.path("keeper.pdf")).expect("it can be copied");
    story.run(&["index", "notes"]).succeeded();
    let shown = on_terminal(&story, &["search", "height of the water"], &[], 80);
    assert!(shown.contains("keeper.pdf#page=1\u{1b}\\"), "{shown}");
}

#[test]
fn tables_fit_and_what_is_piped_is_whole() {
    let long = "a-very-long-name-of-a-note-that-nobody-would-give-to-a-file-by-hand";
    let (one, two) = (format!("{long}-one.md"), format!("{long}-two.md"));
    let text = "The bell of the tower was cast by Ilse Varga in the foundry of Tarnfeld.\n";
    let story = Story::of(&[(&one, text), (&two, &text.replace("cast", "made"))]);
    story.run(&["index", "notes"]).succeeded();
    let fits = |arguments: &[&str]| {
        let text = on_terminal(&story, arguments, &[("NO_COLOR", "1"), ("FORCE_HYPERLINK", "0")], 60);
        assert!(text.lines().all(|line| line.chars().count() <= 60), "{text}");
        text
    };
    assert!(fits(&["similar"]).contains('…'));
    fits(&["model", "list"]);
    fits(&["show", "entity", "Ilse Varga", "--tree"]);
    let piped = story.run(&["similar"]).out;
    assert!(piped.contains(&one) && piped.contains(&two), "{piped}");
}

#[test]
fn long_output_is_read_page_by_page() {
    let story = Story::of_the_tower();
    story.write("pager.sh", b"echo PAGED\ncat\n");
    let pager = [("QUIPU_PAGER", "sh notes/pager.sh")];
    for long in [&["licences"][..], &["search", "bell"], &["settings"], &["--help"], &["show", "entity", "Ilse Varga"]]
    {
        assert!(on_terminal(&story, long, &pager, 80).starts_with("PAGED"), "{long:?}");
    }
    let unpaged = |arguments: &[&str], variables: &[(&str, &str)]| {
        assert!(!on_terminal(&story, arguments, &[&pager, variables].concat(), 80).contains("PAGED"), "{arguments:?}");
    };
    unpaged(&["status"], &[]);
    unpaged(&["settings", "--no-pager"], &[]);
    unpaged(&["settings", "--json"], &[]);
    unpaged(&["settings"], &[("TERM", "dumb")]);
    unpaged(&["settings"], &[("QUIPU_PAGER", "")]);
    let other = on_terminal(&story, &["settings"], &[("QUIPU_PAGER", "no-such-pager")], 80);
    assert!(other.contains("max_document"), "{other}");
    let mut piped = story.command(&["settings"]);
    let piped = piped.envs(pager).output().expect("the binary runs");
    assert!(!String::from_utf8_lossy(&piped.stdout).contains("PAGED"));
}

#[test]
fn a_pager_that_is_left_early_is_no_failure() {
    let story = Story::of_the_tower();
    let mut command = story.command(&["licences"]);
    let (text, code) = shown(command.env("TERM", "xterm").env("QUIPU_PAGER", "head -n 1"), 80);
    assert_eq!((text.lines().count(), code), (1, Some(0)), "{text}");
}

#[test]
fn a_written_answer_is_shown_as_it_comes_and_what_no_source_bears_out_below_it() {
    let script = ["Ilse Varga cast the bell [1]. Napoleon paid in 1809 [1].", "Ilse Varga did [1]."];
    let (story, _server) = crate::written::told(script.map(|text| quipu_scripted::Step::Says(text.to_owned())));
    let text = on_terminal(&story, &["ask", "Who cast the bell of the tower?"], &[], 80);
    let (answer, below) = text.split_once("No source supports these sentences:").expect("it is told");
    assert!(answer.contains("Napoleon paid in 1809 [1].") && !answer.contains("[?]"), "{text}");
    assert!(below.contains("[?] Napoleon paid in 1809.") && below.contains("Confidence"), "{text}");
}
