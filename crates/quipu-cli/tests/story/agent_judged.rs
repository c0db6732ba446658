//! What the agent tells of a draft and a look, lists, dependencies and questions that a passage answers as it stands.

use crate::Story;
use crate::agent::services;

fn last_event(answer: &serde_json::Value, name: &str) -> serde_json::Value {
    let events = answer["agent"]["events"].as_array().expect("there are events");
    events.iter().rev().find(|event| event["event"] == name).cloned().unwrap_or_default()
}

/// Services of which two use one library, whose name has no capital.
fn corn() -> Story {
    let story = Story::of(&[
        ("mill.md", "# MillService\n\nMillService grinds the corn. It uses gearlib.\n"),
        ("barn.md", "# BarnService\n\nBarnService keeps the corn. It uses gearlib.\n"),
        ("shop.md", "# ShopService\n\nShopService sells the flour. It uses coinlib.\n"),
    ]);
    story.run(&["index", "notes"]).succeeded();
    story
}

#[test]
fn a_draft_about_a_thing_in_small_letters_is_told_where_it_is_the_better() {
    let story = corn();
    let answer = story.json(&["ask", "How many services use gearlib?", "--effort", "deep"]);
    let text = answer["answer"].as_str().unwrap_or_default();
    assert!(text.contains("**2**") && text.contains("MillService") && text.contains("BarnService"), "{answer:#}");
    assert!(!text.contains("ShopService"), "{answer:#}");
    let judged = last_event(&answer, "judged");
    assert_eq!(judged["told"], "draft", "{judged:#}");
    assert!(judged["draft"].as_f64() > judged["look"].as_f64(), "{judged:#}");
    assert_eq!(judged["draft"], answer["confidence"]["value"], "one figure is told: {judged:#}");
    let events = answer["agent"]["events"].as_array().expect("there are events");
    assert!(events.iter().enumerate().all(|(at, event)| event["id"] == at + 1), "{events:#?}");
    assert_eq!(events.last().map(|event| &event["event"]), Some(&"stopped".into()));
}

#[test]
fn a_list_is_called_complete_only_where_all_that_could_name_a_member_was_read() {
    let story = corn();
    let asked = "Which services use gearlib?";
    let whole = story.json(&["ask", asked, "--effort", "deep"]);
    let text = whole["answer"].as_str().unwrap_or_default();
    assert!(text.contains("MillService") && text.contains("BarnService"), "{whole:#}");
    assert!(text.contains("These are all that the documents name."), "{whole:#}");
    // A run that may take one step reads no more than the words of the question find.
    let cut = story.json(&["ask", asked, "--effort", "deep", "--set", "agent.steps=1"]);
    let text = cut["answer"].as_str().unwrap_or_default();
    assert!(text.contains("At least these") && !text.contains("These are all"), "{cut:#}");
    // ClockStore is owned by that team too, and no word says whether it is a service.
    let unsure = services().json(&["ask", "Which services are owned by the Storage team?", "--effort", "deep"]);
    assert!(!unsure["answer"].to_string().contains("These are all"), "{unsure:#}");
}

#[test]
fn direct_and_indirect_dependencies_are_told_apart() {
    let story = services();
    let run = story.run(&["ask", "What depends on DiskService?", "--effort", "normal"]).succeeded();
    let told = "**ClockStore** depends on DiskService directly, **LampService** through others";
    assert!(run.out.contains(told), "{}", run.out);
    let run = story.run(&["ask", "Что зависит от DiskService?", "--effort", "normal"]).succeeded();
    assert!(
        run.out.contains("Напрямую от DiskService зависят: **ClockStore**; через другие: **LampService**"),
        "{}",
        run.out
    );
    let found = &story.json(&["tool", "dependencies", r#"{"entity": "DiskService"}"#])["result"];
    let names = |field: &str| found[field].as_array().map_or(0, Vec::len);
    assert_eq!((&found["direct"][0], &found["indirect"][0]), (&"ClockStore".into(), &"LampService".into()));
    assert_eq!((names("direct"), names("indirect"), names("direct_of"), names("indirect_of")), (1, 1, 0, 0));
}

#[test]
fn a_condition_a_reason_and_steps_go_to_one_search() {
    let story = Story::of(&[
        (
            "ferry.md",
            "# The ferry\n\nThe ferry may leave early if the river is above the red mark. It was painted red.\n",
        ),
        (
            "mill.md",
            "# The mill\n\nThe council closed the mill because its wheel was broken. It stands in the valley.\n",
        ),
        ("clock.md", "# The clock\n\nTo wind the clock:\n\n1. Open the glass.\n2. Turn the key twice.\n"),
    ]);
    story.run(&["index", "notes"]).succeeded();
    for (question, route, told) in [
        ("When may the ferry leave early?", "condition", "above the red mark"),
        ("Why did the council close the mill?", "reason", "its wheel was broken"),
        ("How do I wind the clock?", "how-to", "Turn the key twice"),
    ] {
        let answer = story.json(&["ask", question, "--effort", "deep"]);
        let text = answer["answer"].as_str().unwrap_or_default();
        assert!(text.contains(told), "{question}: {answer:#}");
        assert_eq!(last_event(&answer, "routed")["kind"], route, "{question}: {answer:#}");
        let planned = last_event(&answer, "planned");
        assert_eq!(planned["parts"].as_array().map(Vec::len), Some(0), "no part: {planned:#}");
        assert_eq!(last_event(&answer, "judged")["told"], "look", "{answer:#}");
    }
}
