//! The program speaks the language that a flag or the system names; programs read the same in any.

use std::process::Output;

use crate::{Run, Story};

fn speaking(story: &Story, arguments: &[&str], variables: &[(&str, &str)]) -> Run {
    let mut command = story.command(arguments);
    command.env_remove("LC_ALL").env_remove("LC_MESSAGES").env_remove("LANG").envs(variables.iter().copied());
    let output: Output = command.output().expect("the binary runs");
    Run::of(&output)
}

#[test]
fn the_system_and_the_flag_choose_the_language() {
    let story = Story::of_the_tower();
    let status = |variables: &[(&str, &str)]| speaking(&story, &["status"], variables).succeeded().out;
    assert!(status(&[]).contains("3 documents") && status(&[("LANG", "de_DE.UTF-8")]).contains("3 documents"));
    assert!(status(&[("LANG", "ru_RU.UTF-8")]).contains("3 документа"));
    assert!(status(&[("LANG", "ru_RU.UTF-8"), ("LC_ALL", "C")]).contains("3 documents"));
    let flag = speaking(&story, &["status", "--lang", "ru"], &[("LANG", "en_GB")]).succeeded().out;
    assert!(flag.contains("3 документа"), "{flag}");
    let help = speaking(&story, &["ask", "-h"], &[("QUIPU_LANG", "ru")]).succeeded().out;
    assert!(help.contains("Использование: quipu ask [ПАРАМЕТРЫ] <ВОПРОС>"), "{help}");
    let wrong = speaking(&story, &["status"], &[("QUIPU_LANG", "xx")]).ended(2);
    assert!(wrong.err.contains("QUIPU_LANG") && wrong.err.contains("en or ru"), "{}", wrong.err);
}

#[test]
fn numbers_take_the_words_of_their_language() {
    let story = Story::of(&[]);
    for (files, said) in [(1, "добавлен 1"), (2, "добавлено 2"), (5, "добавлено 5"), (21, "добавлен 21")]
    {
        let folder = format!("of{files}");
        (0..files)
            .for_each(|at| story.write(&format!("{folder}/{at}.md"), format!("Words {at} of {files}.\n").as_bytes()));
        let run = story.run(&["-w", &folder, "index", &format!("notes/{folder}"), "--lang", "ru"]).succeeded();
        assert!(run.out.contains(said), "{}", run.out);
        let status = story.run(&["-w", &folder, "status", "--lang", "ru"]).succeeded().out;
        let word = ["документ", "документа", "документов"][[1, 2, 5].iter().position(|n| *n == files).unwrap_or(0)];
        assert!(status.contains(&format!("{files} {word}\n")), "{status}");
    }
}

#[test]
fn programs_read_the_same_in_every_language() {
    let story = Story::of_the_tower();
    for arguments in [
        &["status"][..],
        &["settings"],
        &["config", "show"],
        &["show", "entity", "Ilse Varga"],
        &["path", "Ilse Varga", "Tarnfeld"],
        &["model", "list"],
    ] {
        let arguments = [arguments, &["--json"]].concat();
        let [english, russian] = ["en", "ru"].map(|language| speaking(&story, &arguments, &[("QUIPU_LANG", language)]));
        assert_eq!((english.out, english.code), (russian.out, russian.code), "{arguments:?}");
    }
}

#[test]
fn a_failure_has_a_code_that_no_language_changes() {
    let story = Story::of(&[]);
    let failure = |arguments: &[&str], language: &str| {
        let run = story.run(&[arguments, &["--json", "--lang", language]].concat());
        let value: serde_json::Value =
            serde_json::from_str(&run.err).unwrap_or_else(|error| panic!("{error}: {}", run.err));
        assert!(run.out.is_empty(), "{}", run.out);
        value["error"].clone()
    };
    let (english, russian) = (failure(&["status"], "en"), failure(&["status"], "ru"));
    assert_eq!((&english["code"], &russian["code"]), (&"no-workspace".into(), &"no-workspace".into()));
    assert_ne!(english["message"], russian["message"]);
    assert_eq!(failure(&["status", "--set", "look.limt=3"], "ru")["code"], "setting-unknown");
    assert_eq!(failure(&["import", "nowhere.jsonl"], "ru")["code"], "system-not-found");
}
