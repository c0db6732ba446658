//! Laws of reading apart: a worker that dies, is late or talks nonsense costs one file; what it
//! answers is what the loader says.

use std::io::Cursor;
use std::process::Command;
use std::time::Duration;

use quipu_engine::ports::Parsed;

use super::*;

/// A loader that does what its input says.
struct Unruly;

impl Loader for Unruly {
    fn name(&self) -> &'static str {
        "unruly"
    }

    fn accepts(&self, _: &Input<'_>) -> bool {
        true
    }

    fn is_risky(&self) -> bool {
        true
    }

    fn parse(&self, input: &Input<'_>) -> Result<Loaded, LoadError> {
        match input.bytes {
            b"panic" => panic!("a table of {} columns", 7),
            b"locked" => Err(LoadError::Locked),
            bytes => {
                let text = format!("{} {} {}", String::from_utf8_lossy(bytes), input.max_text, input.before);
                Ok(Parsed { text, pages: vec![0, 2], ..Parsed::default() }.into())
            }
        }
    }
}

fn unruly() -> Vec<Box<dyn Loader>> {
    vec![Box::new(Unruly)]
}

/// A loader whose worker is this script of the shell.
fn scripted(script: &'static str, patience: Duration) -> Box<dyn Loader> {
    let command = move || {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    };
    apart(unruly(), Apart { command: Box::new(command), patience }).remove(0)
}

fn ask(loader: &dyn Loader, bytes: &[u8]) -> Result<Loaded, LoadError> {
    loader.parse(&Input::whole("a.bin", bytes, 99))
}

const LONG: Duration = Duration::from_secs(60);

#[test]
fn a_worker_answers_what_the_loader_says_and_survives_its_panic() {
    let inputs: [&[u8]; 4] = [b"one", b"panic", b"locked", b"two"];
    let mut requests = Vec::new();
    for bytes in inputs {
        let request = Request::new("unruly", &Input::whole("a.bin", bytes, 99));
        frames::write(&mut requests, &serde_json::to_vec(&request).expect("it is data")).expect("memory");
        frames::write(&mut requests, bytes).expect("memory");
    }
    let mut answers = Vec::new();
    serve::requests(&unruly(), &mut Cursor::new(requests), &mut answers).expect("the requests make sense");
    let mut answers = Cursor::new(answers);
    for bytes in inputs {
        let answer = frames::read(&mut answers).expect("an answer to each");
        let answer: Result<Loaded, LoadError> = serde_json::from_slice(&answer).expect("it is data");
        match bytes {
            b"panic" => {
                let reason = "panicked: a table of 7 columns".to_owned();
                assert_eq!(answer, Err(LoadError::Crashed { reason }));
            }
            bytes => assert_eq!(answer, ask(&Unruly, bytes)),
        }
    }
}

#[test]
fn a_worker_that_dies_says_why_and_the_next_file_has_another() {
    let loader = scripted("echo 'memory allocation of 9 bytes failed' >&2; exit 3", LONG);
    for _ in 0..2 {
        let reason = "memory allocation of 9 bytes failed".to_owned();
        assert_eq!(ask(loader.as_ref(), b"x"), Err(LoadError::Crashed { reason }));
    }
    let silent = ask(scripted("kill -9 $$", LONG).as_ref(), &vec![b'x'; 1 << 20]);
    assert_eq!(silent, Err(LoadError::Crashed { reason: "by signal 9".to_owned() }));
}

#[test]
fn a_worker_that_is_late_is_killed() {
    let loader = scripted("cat >/dev/null & sleep 1000", Duration::from_millis(100));
    assert_eq!(ask(loader.as_ref(), b"x"), Err(LoadError::TooSlow { seconds: 0 }));
}

#[test]
fn a_worker_that_talks_nonsense_is_not_believed() {
    let nonsense =
        ask(scripted("printf '\\003\\000\\000\\000\\000\\000\\000\\000{a}'; cat >/dev/null", LONG).as_ref(), b"x");
    assert!(matches!(nonsense, Err(LoadError::Crashed { .. })), "{nonsense:?}");
    let long = ask(scripted("head -c 8 /dev/zero | tr '\\000' '\\377'; cat >/dev/null", LONG).as_ref(), b"x");
    assert!(matches!(long, Err(LoadError::Crashed { .. })), "{long:?}");
}

#[test]
fn what_a_worker_has_started_ends_with_it() {
    // The sleeper holds the stream of the worker's last words open.
    let left = ask(scripted("sleep 600 >/dev/null & echo 'left alone' >&2; exit 3", LONG).as_ref(), b"x");
    assert!(matches!(&left, Err(LoadError::Crashed { reason }) if reason == "left alone"), "{left:?}");
}

#[test]
fn a_worker_that_cannot_start_is_a_line_of_the_report() {
    let command = || Command::new("/no/such/program");
    let loader = apart(unruly(), Apart { command: Box::new(command), patience: LONG }).remove(0);
    assert!(matches!(ask(loader.as_ref(), b"x"), Err(LoadError::Unreadable { .. })));
}
