//! Tests of pairs of texts by example.

use super::*;

fn side(text: &str) -> QuestionedText<'_> {
    QuestionedText { text, headed: "", day: None }
}

fn clash(question: &str, one: &str, other: &str) -> Option<Contradiction> {
    contradicted(question, side(one), side(other))
}

const CONTRADICT: &[(&str, &str, &str)] = &[
    (
        "How long is the warranty of the Orla kettle?",
        "The Orla kettle comes with a warranty of two years.",
        "Orla gives every kettle it sells a 36-month warranty.",
    ),
    (
        "When was the Halden bridge opened?",
        "The Halden bridge was opened on 3 May 1931.",
        "Traffic has used the Halden bridge, opened on 12 June 1934, ever since the war.",
    ),
    (
        "Who is the captain of the Merrow?",
        "The captain of the Merrow is Ada Lind.",
        "Per Holm is captain of the Merrow and sails in spring.",
    ),
    (
        "Is a ticket required for the museum garden?",
        "A ticket is required for the museum garden.",
        "No ticket is needed to enter the museum garden.",
    ),
    (
        "May visitors take photographs in the chapel?",
        "Visitors may take photographs in the chapel.",
        "Photographs are forbidden in the chapel, visitors are told at the door.",
    ),
    ("Does the ferry run on Sundays?", "The ferry runs on Sundays at noon.", "The ferry does not run on Sundays."),
    (
        "How many rooms does the Hotel Corvid have?",
        "The Hotel Corvid has 42 rooms.",
        "With its 60 rooms the Hotel Corvid is the largest in town.",
    ),
    (
        "Which port does the Lantern daemon listen on?",
        "The Lantern daemon listens on port 8110.",
        "Lantern: the daemon is reached on port 9110.",
    ),
    (
        "In which country was the painter Ivo Strand born?",
        "The painter Ivo Strand was born in Norway.",
        "Ivo Strand, a painter of Danish birth, lived by the sea.",
    ),
    (
        "Where does the Lind archive keep its maps?",
        "The maps of the Lind archive are kept in Turku.",
        "The Lind archive keeps its maps in Bergen.",
    ),
    (
        "Which version of Tallow does the plugin need?",
        "The plugin needs Tallow version 4.2.1.",
        "For the plugin, Tallow 3.0.0 is the version to install.",
    ),
    (
        "Is compression enabled by default in Tallow?",
        "Compression is enabled by default in Tallow.",
        "In Tallow, compression is disabled by default.",
    ),
    (
        "When is the staff meeting of the library held?",
        "The library holds its staff meeting on Tuesday.",
        "The staff meeting of the library takes place on Thursday.",
    ),
    (
        "Do members have to pay a fee for the sauna?",
        "Members have to pay a fee for the sauna.",
        "Members do not have to pay any fee for the sauna.",
    ),
    (
        "Are all windows of the tower glazed?",
        "All windows of the tower are glazed.",
        "Only a few windows of the tower are glazed.",
    ),
    (
        "Сколько дней длится фестиваль в Заречье?",
        "Фестиваль в Заречье длится пять дней.",
        "В Заречье фестиваль продолжается 9 дней.",
    ),
    (
        "Нужен ли пропуск для входа в архив?",
        "Для входа в архив нужен пропуск.",
        "Пропуск для входа в архив не требуется.",
    ),
    (
        "What percentage of the boats at Merrow leak?",
        "At Merrow 12 % of the boats leak.",
        "Of the boats at Merrow, 30 percent leak.",
    ),
    (
        "How tall is the mast of the Orvik?",
        "The mast of the Orvik is 31 metres tall.",
        "The Orvik carries a mast of 45 metres.",
    ),
    (
        "Can the Tallow server be restarted without root?",
        "The Tallow server can be restarted without root.",
        "The Tallow server cannot be restarted without root.",
    ),
    (
        "Who wrote the novel The Salt Road?",
        "The novel The Salt Road was written by Ada Lind.",
        "Per Holm wrote The Salt Road, a novel about the coast.",
    ),
    (
        "Who maintains the parser of Ferrite?",
        "Ferrite is split in several crates. The parser has been maintained by Ana Souza since she joined the project.",
        "Questions about the parser go to Tom Berg, who is its maintainer in Ferrite.",
    ),
    (
        "Is two-factor authentication mandatory for contributors of Ferrite?",
        "Two-factor authentication is mandatory for all contributors with write access to Ferrite repositories.",
        "Contributors of Ferrite are encouraged to turn on two-factor authentication, but nobody is required to do so.",
    ),
    (
        "Does Ferrite support Windows?",
        "Ferrite supports Linux, macOS and Windows. Binaries for all three are built nightly.",
        "Windows is not supported by Ferrite; users on that system are asked to run it in a virtual machine.",
    ),
];

#[test]
fn other_answers_to_one_question_contradict() {
    for (question, one, other) in CONTRADICT {
        let (there, back) = (clash(question, one, other), clash(question, other, one));
        assert_eq!(there.map(|found| found.clash), Some(Clash::Conflict), "{one} {other}");
        assert!(back.is_some(), "{other} {one}");
    }
}

const BOTH_HOLD: &[(&str, &str, &str)] = &[
    (
        "How long is the warranty of the Orla kettle?",
        "The Orla kettle comes with a warranty of two years.",
        "Orla gives a 24-month warranty on the kettle.",
    ),
    ("How many days of leave do staff have?", "Staff have 25 days of leave.", "Staff in Norway have 30 days of leave."),
    (
        "How many days of leave do staff have?",
        "Staff have 25 days of leave.",
        "For managers, the leave of staff is 30 days.",
    ),
    (
        "How many rooms does the Hotel Corvid have?",
        "In 1950 the Hotel Corvid had 20 rooms.",
        "The Hotel Corvid has 42 rooms.",
    ),
    ("How many guests may the hall hold?", "The hall may hold at most 80 guests.", "There were 60 guests in the hall."),
    (
        "Who is the captain of the Merrow?",
        "The captain of the Merrow is Ada Lind.",
        "The former captain of the Merrow is Per Holm.",
    ),
    ("Who plays in the Merrow band?", "Ada Lind plays in the Merrow band.", "Per Holm plays in the Merrow band."),
    (
        "Is a ticket required for the museum garden?",
        "A ticket is required for the museum garden.",
        "If you are a member, no ticket is needed for the museum garden.",
    ),
    ("Does the ferry run on Sundays?", "The ferry runs on Sundays.", "The ferry does not run on Sundays in winter."),
    (
        "May visitors take photographs in the chapel?",
        "Visitors may take photographs in the chapel.",
        "Visitors may not take photographs in the library.",
    ),
    (
        "Which port does the Lantern daemon listen on?",
        "The Lantern daemon listens on port 8110.",
        "The Beacon daemon listens on port 9110.",
    ),
    ("How long does Tallow keep logs?", "Tallow 2 keeps logs for 30 days.", "Tallow 3 keeps logs for 90 days."),
    ("Where was Ivo Strand born?", "Ivo Strand was born in Norway.", "Ivo Strand was born in Bergen."),
    (
        "When was the Halden bridge opened?",
        "The Halden bridge was opened in 1931.",
        "The Halden bridge was opened on 3 May 1931.",
    ),
    (
        "How much does a berth at Quay Nine cost?",
        "A berth at Quay Nine costs 40 euros per night.",
        "A berth at Quay Nine costs 250 euros per week.",
    ),
    ("Is the pool heated?", "The pool is heated.", "Some guests think that the pool is not heated."),
    ("Is the pool heated?", "The indoor pool is heated, the outdoor pool is not.", "The pool is heated."),
    (
        "How tall is the mast of the Orvik?",
        "The mast of the Orvik is 31 metres tall.",
        "The mast of the Orvik is about 30 metres tall.",
    ),
    ("Does Tallow support compression?", "Tallow supports compression.", "Tallow does not support encryption."),
    (
        "Is compression enabled by default in Tallow?",
        "Compression is enabled by default in Tallow.",
        "Compression was disabled by default until Tallow 3.",
    ),
    (
        "When does the Halden market take place?",
        "The Halden market takes place on Tuesday and Friday.",
        "The Halden market takes place on Friday.",
    ),
    (
        "How many rooms does the Hotel Corvid have?",
        "The Hotel Corvid has 42 rooms.",
        "The Hotel Corvid has 12 rooms with a balcony.",
    ),
    (
        "Who founded the Lind archive?",
        "The Lind archive was founded by Ada Lind and Per Holm.",
        "Per Holm founded the Lind archive.",
    ),
    (
        "Нужен ли пропуск для входа в архив?",
        "Для входа в архив нужен пропуск.",
        "Сотрудникам пропуск для входа в архив не нужен.",
    ),
    (
        "Do members have to pay a fee for the sauna?",
        "Members have to pay a fee for the sauna.",
        "Children of members do not have to pay a fee for the sauna.",
    ),
    (
        "How long does the tour of the mine last?",
        "The tour of the mine lasts two hours.",
        "The short tour of the mine lasts 45 minutes.",
    ),
    (
        "How long are build logs kept on the CI server?",
        "Build logs on the CI server are deleted after 90 days.",
        "Logs of release builds are kept on the CI server for two years.",
    ),
    (
        "Can interns work remotely at Larkfield?",
        "Interns can work remotely at Larkfield.",
        "During the first month at Larkfield, interns cannot work remotely.",
    ),
    (
        "How many votes does a proposal need to pass in the Ferrite council?",
        "A proposal passes in the Ferrite council with five votes in favour.",
        "To change the charter, a proposal needs eight votes in the Ferrite council.",
    ),
    ("Does Ferrite support Windows?", "Ferrite supports Windows.", "Ferrite 1 does not support Windows."),
    (
        "What is the default timeout of the Ferrite HTTP client?",
        "The Ferrite HTTP client times out after 30 seconds by default.",
        "In our setup we have set the timeout of the Ferrite HTTP client to 60 seconds.",
    ),
    (
        "How many days of paid vacation do Larkfield employees get?",
        "Employees at Larkfield receive 25 days of paid vacation.",
        "Employees at Larkfield with more than ten years of service get 30 days of paid vacation.",
    ),
    (
        "Is two-factor authentication mandatory for contributors of Ferrite?",
        "Two-factor authentication is mandatory for contributors of Ferrite.",
        "Two-factor authentication is not mandatory for readers of the Ferrite forum.",
    ),
    (
        "Who maintains the parser of Ferrite?",
        "The parser of Ferrite is maintained by Ana Souza.",
        "The lexer of Ferrite is maintained by Tom Berg, who also reviews the parser.",
    ),
];

#[test]
fn answers_that_both_may_hold_do_not() {
    for (question, one, other) in BOTH_HOLD {
        assert_eq!(clash(question, one, other), None, "{one} {other}");
        assert_eq!(clash(question, other, one), None, "{other} {one}");
    }
}

#[test]
fn a_question_that_asks_for_several_compares_nothing() {
    for question in ["Which boats leak?", "Why does the Orvik leak?", "Who is one of the captains?", ""] {
        assert_eq!(clash(question, "The Orvik leaks 5 litres.", "The Orvik leaks 9 litres."), None, "{question}");
    }
}

#[test]
fn a_row_of_a_table_answers_as_a_sentence_does() {
    let table = "| boat | built in |\n|---|---|\n| Orvik | Sweden |\n| Merrow | Norway |\n";
    let found = clash("In which country was the Orvik built?", "The Orvik, a Finnish boat, was built by hand.", table);
    let found = found.unwrap_or_else(|| panic!("no contradiction"));
    assert_eq!((found.one.value.as_str(), found.other.value.as_str()), ("Finnish", "Sweden"));
    assert_eq!(&table[found.other.span.range()], "| Orvik | Sweden |");
}

#[test]
fn documents_of_different_dates_tell_of_a_change() {
    let dated = |text, year| QuestionedText { text, headed: "", day: Some(Day { year, month: 0, day: 0 }) };
    let (question, one, other) = (
        "Who is the captain of the Merrow?",
        "The captain of the Merrow is Ada Lind.",
        "Per Holm is captain of the Merrow.",
    );
    let found = contradicted(question, dated(one, 2020), dated(other, 2024));
    assert_eq!(found.map(|found| found.clash), Some(Clash::Change));
}

#[test]
fn a_title_says_what_a_text_is_about() {
    let headed = |text, headed| QuestionedText { text, headed, day: None };
    let question = "Which port does the Lantern daemon listen on?";
    let one = headed("The daemon listens on port 8110.", "Lantern");
    assert!(contradicted(question, one, headed("It listens on port 9110.", "Lantern: the daemon")).is_some());
    assert!(contradicted(question, one, headed("The daemon listens on port 9110.", "Beacon")).is_none());
}
