//! Tests that repeated lines in the margins go, and that lines which only look alike stay.

use super::file::{File, lines, show};
use super::{has, lacks, text};

const BODIES: [[&str; 4]; 4] = [
    [
        "The north pier was built of oak in a single summer.",
        "Storms took half of it before it was paid for.",
        "Its engineer moved inland and never wrote again.",
        "A plaque is all that the town put up.",
    ],
    [
        "Ferries came twice a week while the strait was open.",
        "The fare was set by a council of three widows.",
        "Nobody recalls a passenger who was turned away.",
        "Goats travelled below the deck for half of it.",
    ],
    [
        "A second harbour was planned behind the island.",
        "The plan lies in a drawer of the customs house.",
        "Each mayor has promised to look at it in spring.",
        "Spring is a busy season for mayors here.",
    ],
    [
        "Lamps were lit by hand until the cable arrived.",
        "The last keeper trained dogs after that.",
        "They knew the horn and the smell of fog.",
        "Their kennel is the reading room of today.",
    ],
];

#[test]
fn receipts_keep_their_numbers_and_sums() {
    for (name, day) in [("Receipt: ", "."), ("Receipt ", "/"), ("Receipt no. ", "-")] {
        let mut file = File::new();
        for at in 1..=5 {
            let head = [format!("{name}{}", 300 + at), format!("On 0{at}{day}07{day}2029")];
            let foot = [format!("Sum: {} shillings", 7 * at), "Goods stay ours until paid.".to_owned()];
            let head: Vec<&str> = head.iter().map(String::as_str).collect();
            let foot: Vec<&str> = foot.iter().map(String::as_str).collect();
            let middle = format!("Nets of size {at} for the crew");
            file.page(&[lines(&head, 770.0), show(&middle, 60.0, 500.0), lines(&foot, 60.0)].concat());
        }
        let text = text(&file);
        for at in 1..=5 {
            has(&text, &[&format!("{name}{}", 300 + at), &format!("0{at}{day}07"), &format!("Sum: {} shil", 7 * at)]);
        }
        has(&text, &["Goods stay ours"]);
    }
}

#[test]
fn running_heads_and_numbers_of_pages_go() {
    let mut file = File::new();
    for (at, body) in (1..).zip(BODIES) {
        let head = [show("Piers and ferries", 60.0, 780.0), show(&format!("{at}"), 530.0, 780.0)].concat();
        file.page(&[head, lines(&body, 700.0), show(&format!("Page {at} of 4"), 270.0, 30.0)].concat());
    }
    let text = text(&file);
    lacks(&text, &["Piers and ferries", "Page 2", "of 4"]);
    BODIES.iter().for_each(|body| has(&text, body));
}

#[test]
fn an_address_in_every_head_is_kept_once() {
    let mut file = File::new();
    for body in BODIES {
        file.page(&[show("Salt Lane 4, call 555 0134", 60.0, 780.0), lines(&body, 700.0)].concat());
    }
    assert_eq!(text(&file).matches("call 555 0134").count(), 1);
}

#[test]
fn a_number_beside_that_of_the_page_is_kept_once() {
    let mut file = File::new();
    for (at, body) in (1..).zip(BODIES) {
        file.page(&[show(&format!("Bill 7714, page {at} of 4"), 60.0, 780.0), lines(&body, 700.0)].concat());
    }
    let text = text(&file);
    assert_eq!(text.matches("Bill 7714").count(), 1);
    lacks(&text, &["page 3"]);
}

#[test]
fn a_page_that_stands_twice_is_read() {
    let mut file = File::new();
    let page = lines(&["The boat is let until October.", "Fuel is paid by whoever burns it."], 770.0);
    file.page(&page).page(&page);
    has(&text(&file), &["let until October", "whoever burns it"]);
    let mut file = File::new();
    for who in ["for the owner", "for the skipper", "for the office"] {
        file.page(&[show(&format!("Copy {who}"), 60.0, 785.0), page.clone()].concat());
    }
    has(&text(&file), &["Copy for the owner", "Copy for the office", "let until October"]);
}

#[test]
fn a_sum_alone_at_the_end_is_no_number_of_a_page() {
    let mut file = File::new();
    file.page(&[lines(&BODIES[0], 700.0), show("480", 500.0, 40.0)].concat());
    has(&text(&file), &["480"]);
}

#[test]
fn a_form_does_not_go_on_with_the_next() {
    let mut file = File::new();
    for at in 1..4 {
        let pass =
            [format!("Pass {at}"), "For the lower deck of".to_owned(), format!("the boat to Odd, bunk {}", 20 + at)];
        let pass: Vec<&str> = pass.iter().map(String::as_str).collect();
        file.page(&[lines(&pass, 760.0), show(&format!("Paid {} marks at the gate", 3 * at), 60.0, 60.0)].concat());
    }
    let text = text(&file);
    has(&text, &["Pass 1", "Pass 2", "Pass 3", "Paid 3 marks at the gate\n\nPass 2"]);
}
