//! The library as another program uses it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use quipu::documents::{IndexEvent, WatchEvent};
use quipu::{Access, Ask, Error, ErrorKind, Files, Job, Location, Quipu, Stop, Workers};
use tempfile::TempDir;

/// Notes of a tower, and a place for their workspace.
fn notes(count: usize) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let notes = folder.path().join("notes");
    std::fs::create_dir(&notes).expect("a folder can be made");
    for number in 0..count {
        let text = format!("# Bell {number}\n\nThe bell number {number} of the tower was cast by Ilse Varga.\n");
        std::fs::write(notes.join(format!("{number}.md")), text).expect("a note can be written");
    }
    (folder, notes)
}

async fn opened(folder: &TempDir, notes: &Path) -> Quipu {
    let quipu = Quipu::open(folder.path(), Access::Create).expect("it can be made");
    quipu.index(Files::of([notes])).await.expect("it can be indexed");
    quipu
}

/// An example of this crate, which is built with its tests.
fn example(name: &str) -> PathBuf {
    let own = std::env::current_exe().expect("it runs");
    let examples = own.parent().and_then(Path::parent).expect("tests lie beside examples").join("examples");
    examples.join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

#[test]
fn the_example_answers_from_the_samples() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    let place = tempfile::tempdir().expect("a folder can be made");
    let mut command = Command::new(example("ask"));
    command.arg(&samples).arg("Where did the maker of the quartz pendulum learn the craft?");
    let out = command.env("TMPDIR", place.path()).output().expect("it runs");
    let said = String::from_utf8_lossy(&out.stdout);
    assert!(out.status.success() && said.contains("Tarnfeld"), "{said}{}", String::from_utf8_lossy(&out.stderr));
}

#[test]
fn the_page_shows_the_example_as_it_is() {
    let page = include_str!("../../../../docs/library.md");
    let example = include_str!("../../examples/ask.rs");
    let (_, code) = example.split_once("\nuse quipu::").expect("code follows what the example is for");
    assert!(page.contains(code), "docs/library.md shows another program than examples/ask.rs");
}

#[test]
fn another_program_reads_a_paper_by_workers_of_its_own() {
    let paper = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../eval/documents/berths.pdf");
    let asked = "Who may not use berth E2 from November to March?";
    let out = Command::new(example("embedded")).arg(&paper).arg(asked).output().expect("it runs");
    let said = String::from_utf8_lossy(&out.stdout);
    assert!(
        out.status.success() && said.contains("belongs to the dredger"),
        "{said}{}",
        String::from_utf8_lossy(&out.stderr)
    );
}

#[tokio::test]
async fn what_it_gives_is_owned_and_can_be_sent() {
    fn is_owned<T: Send + 'static>(_: &T) {}
    fn is_cheap<T: Clone + Send + Sync + 'static>(_: &T) {}
    let (folder, notes) = notes(3);
    let quipu = opened(&folder, &notes).await;
    is_cheap(&quipu);
    is_owned(&quipu.index(Files::of([&notes])));
    is_owned(&quipu.ask(Ask::of("Who cast the bells?")));
    is_owned(&quipu.search(Ask::of("bell")));
    let asked = tokio::spawn(async move { quipu.ask(Ask::of("Who cast the bell number 2?")).await });
    let answer = asked.await.expect("it ends").expect("it answers");
    assert!(answer.answer.contains("Ilse Varga") && !answer.citations.is_empty(), "{answer:?}");
}

#[tokio::test]
async fn a_folder_opened_twice_is_read_while_it_is_written() {
    let (folder, notes) = notes(3);
    let (one, other) = (opened(&folder, &notes).await, Quipu::open(folder.path(), Access::Read).expect("it is there"));
    assert_eq!(other.count().await.expect("it can be read"), 3);
    assert_eq!(other.search(Ask::of("bell")).await.expect("it can be searched").hits.len(), 3);
    std::fs::write(notes.join("late.md"), "# Late\n\nA late bell of the tower.\n").expect("a note can be written");
    let (indexed, found) = tokio::join!(one.index(Files::of([&notes])).outcome(), other.search(Ask::of("bell")));
    assert_eq!((indexed.expect("it can be indexed").index.added, found.is_ok()), (1, true));
    // Who had it open sees what came.
    assert_eq!(other.search(Ask::of("late bell")).await.expect("it can be searched").hits[0].title, "Late");
    let refused = other.delete(vec!["notes/late.md".to_owned()]).await;
    assert!(matches!(&refused, Err(error @ Error::NoRight { .. }) if error.code() == "no-right"), "{refused:?}");
}

#[tokio::test]
async fn two_writers_of_one_process_take_turns() {
    let (folder, notes) = notes(30);
    let quipu = opened(&folder, &notes).await;
    for number in 30..60 {
        std::fs::write(notes.join(format!("{number}.md")), format!("# Bell {number}\n\nBell {number}.\n"))
            .expect("written");
    }
    let jobs = (0..3).map(|_| quipu.index(Files::of([&notes])).outcome());
    let done = futures::future::join_all(jobs).await;
    let added: u64 = done.into_iter().map(|done| done.expect("each has its turn").index.added).sum();
    assert_eq!((added, quipu.count().await.expect("it can be read")), (30, 60));
}

#[tokio::test]
async fn a_stopped_job_ends_cleanly() {
    let (folder, notes) = notes(4000);
    let quipu = Quipu::open(folder.path(), Access::Create).expect("it can be made");
    let mut job = quipu.with([("index.sync_megabytes", "0.02")]).expect("it is a setting").index(Files::of([&notes]));
    while let Some(event) = job.next().await {
        if matches!(event, IndexEvent::Progress(at) if at.durable > 0) {
            break;
        }
    }
    let began = Instant::now();
    job.stop();
    let indexed = job.outcome().await.expect("it ends well");
    let took = began.elapsed();
    assert!(indexed.index.stopped && took < Duration::from_secs(5), "{took:?}");
    assert_eq!(quipu.count().await.expect("it can be read"), indexed.index.added);
}

#[tokio::test]
async fn errors_say_what_kind_they_are_and_have_codes() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let none = Quipu::open(folder.path(), Access::Read).err().expect("there is none");
    assert_eq!((none.code(), none.kind()), ("no-workspace", ErrorKind::Usage));
    let (folder, notes) = notes(1);
    let quipu = opened(&folder, &notes).await;
    let empty = quipu.ask(Ask::of(" ")).await.expect_err("it is empty");
    assert_eq!((empty.code(), empty.kind()), ("question-empty", ErrorKind::Usage));
    let unknown = quipu.with([("look.limits", "3")]).err().expect("there is no such setting");
    assert_eq!((unknown.code(), unknown.kind()), ("setting-unknown", ErrorKind::Usage));
    let unnamed = quipu.tree("Nobody", 1, 5).await.expect_err("nobody is there");
    assert_eq!((unnamed.code(), unnamed.kind()), ("unnamed", ErrorKind::Unnamed));
}

#[tokio::test]
async fn a_workspace_that_goes_is_gone_and_can_be_made_again() {
    let (folder, notes) = notes(2);
    let quipu = opened(&folder, &notes).await;
    quipu.search(Ask::of("bell")).await.expect("it can be searched");
    quipu.destroy().await.expect("it can go");
    assert!(!Location::from(folder.path()).is_there());
    let indexed = quipu.index(Files::of([&notes])).await.expect("it can be made again");
    assert_eq!((indexed.index.added, quipu.count().await.expect("it can be read")), (2, 2));
}

#[tokio::test]
async fn a_workspace_that_goes_is_gone_for_every_handle() {
    let (folder, notes) = notes(2);
    let one = opened(&folder, &notes).await;
    let other = Quipu::open(folder.path(), Access::Create).expect("it is there");
    for quipu in [&one, &other] {
        assert_eq!(quipu.search(Ask::of("bell")).await.expect("it can be searched").hits.len(), 2);
    }
    other.destroy().await.expect("it can go");
    let gone = one.search(Ask::of("bell")).await.expect_err("nothing is there");
    assert_eq!(gone.code(), "no-workspace");
    // Now one has it open, and is not used again before it is removed and created again.
    other.index(Files::of([&notes])).await.expect("it can be made again");
    one.search(Ask::of("bell")).await.expect("it is there again");
    other.destroy().await.expect("it can go again");
    std::fs::remove_file(notes.join("1.md")).expect("it was written");
    other.index(Files::of([&notes])).await.expect("it can be made again");
    assert_eq!(one.search(Ask::of("bell")).await.expect("it is there").hits.len(), 1);
}

#[tokio::test]
async fn documents_are_read_as_they_are_taken() {
    let (folder, notes) = notes(100);
    let quipu = Quipu::open(folder.path(), Access::Create).expect("it can be made");
    let mut job = quipu.read(vec![notes.clone()]);
    assert!(job.next().await.expect("there is a document").is_ok());
    // Longer than it takes to read them all.
    tokio::time::sleep(Duration::from_millis(500)).await;
    std::fs::remove_dir_all(&notes).expect("they were written");
    let mut read = 1;
    while let Some(one) = job.next().await {
        read += u64::from(one.is_ok());
    }
    assert!(read < 50, "{read} were read before anybody took them");
    assert_eq!(job.outcome().await.expect("it ends well"), read);
}

/// Has the right to write, as another process would.
fn writer(folder: &TempDir) -> std::fs::File {
    let path = folder.path().join(".quipu/write.lock");
    let file = std::fs::File::options().write(true).open(path).expect("a writer made it");
    file.lock().expect("nobody writes now");
    file
}

/// The next event; a watch waits for events of the system, which take some time.
async fn heard(watch: &mut Job<WatchEvent, ()>) -> Option<WatchEvent> {
    tokio::time::timeout(Duration::from_secs(60), watch.next()).await.expect("a change is told")
}

/// A watch of the notes that has been through its first round, and does not wait for other writers.
async fn watching(folder: &TempDir, notes: &Path) -> Job<WatchEvent, ()> {
    let quipu = Quipu::open(folder.path(), Access::Create).expect("it can be made");
    let mut watch = quipu.with([("store.wait", "0")]).expect("it is a setting").watch(Files::of([notes]));
    while !matches!(heard(&mut watch).await.expect("it goes on"), WatchEvent::Round(_)) {}
    watch
}

#[tokio::test]
async fn the_roots_of_a_watch_are_kept_by_who_has_the_right_to_write() {
    let (folder, notes) = notes(1);
    let mut watch = watching(&folder, &notes).await;
    let (_writer, roots) = (writer(&folder), folder.path().join(".quipu/roots.json"));
    std::fs::remove_file(&roots).expect("the first round kept them");
    std::fs::write(notes.join("late.md"), "# Late\n\nA late bell.\n").expect("a note can be written");
    // It has looked, and cannot write.
    let _ = heard(&mut watch).await;
    assert!(!roots.exists());
}

#[tokio::test]
async fn a_watch_outlives_whoever_writes_for_long() {
    let (folder, notes) = notes(1);
    let mut watch = watching(&folder, &notes).await;
    for name in ["late", "later"] {
        let writer = writer(&folder);
        std::fs::write(notes.join(name).with_extension("md"), format!("# {name}\n\nA {name} bell.\n"))
            .expect("written");
        let waits = heard(&mut watch).await.expect("it goes on");
        assert!(matches!(&waits, WatchEvent::Waiting { path, .. } if path.ends_with("write.lock")), "{waits:?}");
        drop(writer);
        let read = heard(&mut watch).await.expect("it goes on");
        assert!(matches!(&read, WatchEvent::Indexed(report) if report.added == 1), "{read:?}");
        assert!(matches!(heard(&mut watch).await, Some(WatchEvent::Round(_))));
    }
    watch.stop();
    watch.outcome().await.expect("it ends well");
}

#[cfg(unix)]
#[tokio::test]
async fn a_workspace_that_another_program_replaces_is_seen() {
    let (folder, notes) = notes(2);
    let one = opened(&folder, &notes).await;
    let elsewhere = tempfile::tempdir().expect("a folder can be made");
    std::fs::remove_file(notes.join("1.md")).expect("it was written");
    drop(opened(&elsewhere, &notes).await);
    assert_eq!(one.search(Ask::of("bell")).await.expect("it can be searched").hits.len(), 2);
    let store = folder.path().join(".quipu");
    std::fs::remove_dir_all(&store).expect("another program may remove it");
    std::fs::rename(elsewhere.path().join(".quipu"), &store).expect("another program may put one there");
    assert_eq!(one.search(Ask::of("bell")).await.expect("it can be searched").hits.len(), 1);
    std::fs::remove_dir_all(&store).expect("another program may remove it");
    let gone = one.search(Ask::of("bell")).await.expect_err("nothing is there");
    assert_eq!(gone.code(), "no-workspace");
}

/// Types that other programs keep must stay what they are.
#[test]
fn jobs_and_handles_can_be_kept_anywhere() {
    fn check<T: Send + 'static>() {}
    check::<Quipu>();
    check::<Job<IndexEvent, ()>>();
    check::<Stop>();
    check::<Workers>();
    check::<Error>();
}
