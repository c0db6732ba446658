//! Laws of worker processes: a worker that dies, is late or gives invalid answers costs one file; its
//! answers equal the loader's.

use std::io::Cursor;
use std::process::Command;
use std::time::{Duration, Instant};

use quipu_engine::ports::Parsed;

use super::*;

/// A loader that misbehaves as its input says.
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

/// A loader whose worker is this shell script.
fn scripted(script: &'static str, patience: Duration) -> Box<dyn Loader> {
    let command = move || {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    };
    sandboxed(unruly(), SandboxOptions { command: Box::new(command), patience }).remove(0)
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
        let request = ReadRequest::new("unruly", &Input::whole("a.bin", bytes, 99));
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

/// Answers that the file is locked.
#[cfg(target_os = "linux")]
const ANSWER: &str = "printf '\\020\\000\\000\\000\\000\\000\\000\\000{\"Err\":\"Locked\"}'; cat >/dev/null";

#[cfg(target_os = "linux")]
#[test]
fn a_worker_that_waits_is_waited_for_and_one_that_works_too_long_is_killed() {
    let waits: &'static str = format!("sleep 1.5; {ANSWER}").leak();
    assert_eq!(ask(scripted(waits, LONG).as_ref(), b"x"), Err(LoadError::Locked));
    let began = Instant::now();
    let works = ask(scripted("while :; do :; done", LONG).as_ref(), b"x");
    assert_eq!(works, Err(LoadError::TooDear { seconds: "1.0".to_owned() }));
    assert!(began.elapsed() < LONG, "long before the bound by the clock");
}

#[cfg(target_os = "linux")]
#[test]
fn a_worker_outlives_the_thread_that_asked_it_first() {
    let script = format!("{}; sleep 0.5; {ANSWER}", ANSWER.trim_end_matches("; cat >/dev/null"));
    let command = move || {
        let mut command = Command::new("setpriv");
        command.args(["--pdeathsig", "KILL", "sh", "-c", &script]);
        command
    };
    let loader = sandboxed(unruly(), SandboxOptions { command: Box::new(command), patience: LONG }).remove(0);
    let first = std::thread::scope(|scope| scope.spawn(|| ask(loader.as_ref(), b"x")).join()).expect("no panic");
    assert_eq!(first, Err(LoadError::Locked));
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(ask(loader.as_ref(), b"x"), Err(LoadError::Locked));
}

#[test]
fn a_file_that_took_too_long_is_not_read_again_in_its_run() {
    let loader = scripted("cat >/dev/null & sleep 1000", Duration::from_millis(400));
    let began = Instant::now();
    for _ in 0..100 {
        assert_eq!(ask(loader.as_ref(), b"x"), Err(LoadError::TooSlow { seconds: 0 }));
    }
    assert!(began.elapsed() < Duration::from_secs(20), "one is read of all that are alike");
}

#[test]
fn a_file_may_take_a_second_and_more_by_its_size() {
    let second = Duration::from_secs(1);
    let refused = |bytes: usize, late: u32, taken: Duration| {
        let seconds = match Allowed::of(bytes, LONG, late).refuses(Duration::ZERO, Some(taken)) {
            Some(LoadError::TooDear { seconds } | LoadError::Hurried { seconds, .. }) => seconds,
            Some(other) => panic!("{other}"),
            None => return None,
        };
        Some(seconds)
    };
    for (bytes, late, seconds) in [
        (0, 0, 1.0),
        (300, 3, 1.0),
        (20_000, 0, 2.0),
        (100_000, 0, 6.0),
        (10 << 20, 0, 60.0),
        (300, 4, 0.5),
        (20_000, 8, 0.7),
        (100_000, 900, 1.2),
    ] {
        let allowed = second.mul_f64(seconds);
        assert_eq!(refused(bytes, late, allowed.mul_f64(0.9)), None, "{bytes} bytes");
        assert_eq!(refused(bytes, late, allowed.mul_f64(1.2)), Some(format!("{seconds:.1}")), "{bytes} bytes");
    }
    let patient = Allowed::of(300, 10 * LONG, 0);
    assert_eq!(patient.refuses(LONG, Some(9 * second)), None, "who raises the bound gives small files more");
    assert_eq!(
        Allowed::of(300, LONG, 5).refuses(second, Some(second)),
        Some(LoadError::Hurried { seconds: "0.5".to_owned(), others: 5 })
    );
    let slow = Allowed::of(300, LONG, 0);
    assert_eq!(slow.refuses(LONG, None), Some(LoadError::TooSlow { seconds: 60 }));
    assert_eq!(slow.refuses(3 * second, None), None, "a busy machine is not the file's fault");
    assert_eq!(slow.refuses(5 * second, None), Some(LoadError::TooDear { seconds: "1.0".to_owned() }));
}

#[test]
fn files_that_took_too_long_are_counted_and_no_others() {
    let late = Late::default();
    let hurried = LoadError::Hurried { seconds: "0.5".to_owned(), others: 9 };
    late.heard("unruly", b"1", &LoadError::TooSlow { seconds: 60 });
    late.heard("unruly", b"2", &LoadError::TooDear { seconds: "1.0".to_owned() });
    late.heard("unruly", b"3", &hurried);
    late.heard("unruly", b"4", &LoadError::Locked);
    late.heard("unruly", b"5", &LoadError::Crashed { reason: "by signal 9".to_owned() });
    assert_eq!(late.look("unruly", b"3"), (Some(hurried), 3));
    assert_eq!((late.look("unruly", b"4"), late.look("html", b"3")), ((None, 3), (None, 3)));
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
    let loader = sandboxed(unruly(), SandboxOptions { command: Box::new(command), patience: LONG }).remove(0);
    assert!(matches!(ask(loader.as_ref(), b"x"), Err(LoadError::Unreadable { .. })));
}
