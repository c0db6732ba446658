//! `kill -9`, or Ctrl-C, in the middle of a run that waits for its model: the next one goes on to the same end
//! and requests again only what was in progress.
//!
//! `KILLS=100` makes the promised number of kills; a few are part of every run of the tests.

use std::collections::BTreeSet;
use std::process::{Child, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use quipu_scripted::{Counts, Latency, Plan, Server, start};

use crate::Story;
use crate::model_reads::{name_the_model, of_notes};

/// Calls at once.
const AT_ONCE: u64 = 6;
/// So many replies at most have come and are not durable yet.
const UNDURABLE: u64 = 64;
/// Notes of a run.
const NOTES: usize = 16;
/// Milliseconds after which a complete reply must be durable; only on an idle machine.
const DURABLE_AFTER: u64 = 100;

fn server(seed: u64) -> Server {
    let latency = Latency::Spread { median: Duration::from_millis(30), sigma: 0.6 };
    start(Plan { seed, latency, ..Plan::default() }).expect("a server starts")
}

fn story(server: &Server, more: &str) -> Story {
    let story = of_notes(NOTES, 3);
    name_the_model(&story, &server.url(), &format!("most_at_once = {AT_ONCE}\n{more}"));
    story
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("it is later than 1970");
    u64::try_from(since.as_millis()).expect("it is not much later")
}

/// Numbers between 0 and 1 that follow from a seed.
fn drawn(seed: u64) -> f64 {
    let mixed = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed >> 11) as f64 / (1_u64 << 53) as f64
}

/// The calls, the duration and the result of an uninterrupted run.
fn unbroken() -> (u64, Duration, String) {
    let server = server(0);
    let whole = story(&server, "");
    let report = whole.json(&["index", "notes"]);
    let seconds = report["model"]["seconds"].as_f64().expect("a run takes time");
    (server.counts().begun, Duration::from_secs_f64(seconds), whole.dump())
}

/// A run that has begun its requests and gone on for a while.
fn begun(story: &Story, server: &Server, goes_on: Duration) -> Child {
    let mut command = story.command(&["index", "notes"]);
    let run = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the binary runs");
    (0..10_000).take_while(|_| server.counts().begun == 0).for_each(|_| std::thread::sleep(Duration::from_millis(1)));
    std::thread::sleep(goes_on);
    run
}

#[cfg(unix)]
fn signal(run: &Child, signal: &str) {
    // The shell's own: a small system has no program of that name.
    let kill = std::process::Command::new("sh").args(["-c", &format!("kill -{signal} {}", run.id())]).status();
    assert!(kill.expect("the shell runs").success());
}

/// Prompts whose whole reply was sent before a moment.
fn sent(counts: &Counts, before: u64) -> BTreeSet<&str> {
    counts.sent.iter().filter(|sent| sent.at_ms < before).map(|sent| sent.prompt.as_str()).collect()
}

#[cfg(unix)]
#[test]
fn what_was_killed_asks_again_only_what_was_under_way() {
    let long: Option<u64> = std::env::var("KILLS").ok().and_then(|kills| kills.parse().ok());
    let kills = long.unwrap_or(3);
    let (calls, time, dump) = unbroken();
    let (mut in_flight, mut twice) = (0, 0);
    for kill in 0..kills {
        let server = server(kill + 1);
        let killed = story(&server, "");
        let mut run = begun(&killed, &server, time.mul_f64(drawn(kill)));
        let (at, before) = (now(), server.counts());
        run.kill().expect("a run can be killed");
        run.wait().expect("the run ends");
        std::thread::sleep(Duration::from_millis(20));
        in_flight += u64::from(before.under_way > 0);
        killed.run(&["doctor"]).succeeded();
        let first = server.counts().sent.len();
        killed.run(&["index", "notes"]).succeeded();
        killed.run(&["doctor"]).succeeded();
        let after = server.counts();
        assert!(killed.dump() == dump, "kill {kill}: the dumps differ");
        assert!(after.most <= AT_ONCE, "kill {kill}: {} calls at once", after.most);
        let asked_again: BTreeSet<&str> = after.sent[first..].iter().map(|sent| sent.prompt.as_str()).collect();
        // Beside requests in progress, only those whose replies came too late to be durable.
        let came: BTreeSet<&str> = after.sent[..first].iter().map(|sent| sent.prompt.as_str()).collect();
        let lost = came.intersection(&asked_again).count() as u64;
        assert!(lost <= UNDURABLE + AT_ONCE, "kill {kill}: {lost} replies were lost");
        assert!(after.begun <= calls + AT_ONCE + lost, "kill {kill}: {} calls for {calls}", after.begun);
        let late = sent(&before, at.saturating_sub(DURABLE_AFTER)).intersection(&asked_again).count();
        assert!(long.is_none() || late == 0, "kill {kill}: {late} replies were lost long after they came");
        twice += after.begun - calls;
    }
    println!("{kills} kills, {in_flight} with calls in flight; {twice} calls of {} twice", kills * calls);
    assert!(kills < 20 || in_flight * 10 >= kills * 8, "{in_flight} of {kills} with calls in flight");
}

#[cfg(unix)]
#[test]
fn what_was_interrupted_ends_cleanly_and_goes_on() {
    let (calls, time, dump) = unbroken();
    let server = server(1);
    let stopped = story(&server, "");
    let mut run = begun(&stopped, &server, time.mul_f64(0.3));
    signal(&run, "INT");
    assert_eq!(run.wait().expect("the run ends").code(), Some(130));
    let counts = server.counts();
    assert!(counts.under_way == 0 && counts.begun < calls, "{} of {calls}", counts.begun);
    stopped.run(&["doctor"]).succeeded();
    stopped.run(&["index", "notes"]).succeeded();
    assert_eq!(server.counts().begun, calls, "what was under way was waited for, and is not asked again");
    assert!(stopped.dump() == dump, "the dumps differ");
}

#[cfg(unix)]
#[test]
fn what_was_paused_goes_on_where_it_stood() {
    let (calls, time, dump) = unbroken();
    let server = server(1);
    let paused = story(&server, "first_seconds = 1\n");
    let mut run = begun(&paused, &server, time.mul_f64(0.3));
    // As Ctrl-Z does. Replies that came meanwhile are read, though longer ago than a call may take.
    signal(&run, "STOP");
    std::thread::sleep(Duration::from_millis(1500));
    let counts = server.counts();
    assert!(counts.under_way == 0 && counts.begun < calls, "{} of {calls}", counts.begun);
    signal(&run, "CONT");
    assert!(run.wait().expect("the run ends").success());
    assert_eq!(server.counts().begun, calls, "what came meanwhile is not asked again");
    assert!(paused.dump() == dump, "the dumps differ");
}
