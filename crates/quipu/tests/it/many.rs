//! Many workspaces in one process: those without readers are closed, and opened again on demand.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use quipu::{Access, Ask, Files, Quipu};

/// Number of workspaces created, and of those that stay open without readers, besides the last one.
const MADE: usize = 40;
const OPEN: usize = 32 + 1;
/// Set where a test is the child of another.
const CHILD: &str = "MANY_CHILD";

/// A closed workspace of one note.
async fn made(folder: PathBuf) -> Quipu {
    let notes = folder.join("notes");
    std::fs::create_dir_all(&notes).expect("a folder can be made");
    let text = format!("# Bell\n\nThe bell of {} was cast by Ilse Varga.\n", folder.display());
    std::fs::write(notes.join("bell.md"), text).expect("a note can be written");
    let quipu = Quipu::open(folder, Access::Create).expect("it can be made");
    quipu.index(Files::of([&notes])).await.expect("it can be indexed");
    quipu
}

/// Number of truth files below a folder that this process has mapped.
fn mapped(folder: &Path) -> usize {
    let maps = std::fs::read_to_string("/proc/self/maps").expect("it is Linux");
    let below = folder.canonicalize().expect("it is there").display().to_string();
    maps.lines().filter(|line| line.contains(&below) && line.contains("truth/data.mdb")).count()
}

/// In a process of its own: all workspaces that a process has open count.
#[test]
fn of_many_workspaces_those_stay_open_that_were_read_last() {
    let mut child = Command::new(std::env::current_exe().expect("a test knows its binary"));
    child.args(["--exact", "many::child_process", "--ignored", "--nocapture"]).env(CHILD, "1");
    let output = child.output().expect("the child starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{said}{}", String::from_utf8_lossy(&output.stderr));
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "what the test above runs as another process"]
async fn child_process() {
    if std::env::var_os(CHILD).is_none() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut all = Vec::new();
    for number in 0..MADE {
        all.push(made(folder.path().join(number.to_string())).await);
    }
    assert_eq!(mapped(folder.path()), 0, "nobody reads");
    let found = async |quipu: &Quipu| quipu.search(Ask::of("bell")).await.expect("it can be searched").hits.len();
    for quipu in &all {
        assert_eq!(found(quipu).await, 1);
    }
    assert_eq!(mapped(folder.path()), OPEN);
    // The last of them are open still, and the first are opened again.
    assert_eq!(found(&all[MADE - 1]).await, 1);
    assert_eq!(mapped(&folder.path().join((MADE - 1).to_string())), 1);
    assert_eq!(mapped(&folder.path().join("0")), 0);
    assert_eq!(found(&all[0]).await, 1);
    assert_eq!(mapped(&folder.path().join("0")), 1);
    // All at once: what is read is not closed.
    let asked = all.iter().map(|quipu| quipu.search(Ask::of("Who cast the bell?")));
    let answers = futures::future::join_all(asked).await;
    assert!(answers.into_iter().all(|found| found.is_ok_and(|found| found.hits.len() == 1)));
    all[0].close();
    assert_eq!(found(&all[0]).await, 1);
    assert!(mapped(folder.path()) <= OPEN);
}

#[tokio::test(flavor = "multi_thread")]
async fn how_much_a_workspace_holds_is_told_without_opening_what_nobody_wrote() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let quipu = made(folder.path().to_owned()).await;
    let (notes, truth) = (folder.path().join("notes"), folder.path().join(".quipu/truth/data.mdb"));
    let told = async || quipu.totals().await.expect("it can be read");
    assert_eq!(told().await.documents, 1);
    std::fs::write(notes.join("late.md"), "# Late\n\nA late bell.\n").expect("a note can be written");
    quipu.index(Files::of([&notes])).await.expect("it can be indexed");
    let late = told().await;
    assert_eq!((late.documents, late.change), (2, 2), "what was just written is read again");
    // As if it had been written a while ago.
    let file = File::options().write(true).open(&truth).expect("it is there");
    file.set_modified(SystemTime::now() - Duration::from_secs(60)).expect("it is ours");
    assert_eq!(told().await, late);
    quipu.close();
    assert_eq!((told().await, mapped(folder.path())), (late, 0));
    quipu.delete(vec!["notes/late.md".to_owned()]).await.expect("it can be deleted");
    assert_eq!(told().await.documents, 1);
}
