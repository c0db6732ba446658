//! One hot loop on fixed input, any number of times: `quipu-loops NAME TIMES`. A count of its
//! instructions runs it twice, and divides the difference by the units printed here.
#![allow(clippy::print_stdout, clippy::print_stderr)] // It talks to `cargo xtask counts`.

mod ranking;
#[path = "../../../crates/quipu-adapters/src/store/embedded/scan.rs"]
mod scan;
mod text;

use std::process::ExitCode;

/// A loop ready to run: its input is made, and once around is this many units.
struct Loop {
    units: u64,
    run: Box<dyn FnMut()>,
}

impl Loop {
    fn new<T>(units: usize, mut run: impl FnMut() -> T + 'static) -> Self {
        Self { units: units as u64, run: Box::new(move || drop(std::hint::black_box(run()))) }
    }
}

/// Every loop: its name, the unit of its count, and the builder of its input.
const LOOPS: [(&str, &str, fn() -> Loop); 9] = [
    ("pagerank, one walk", "mention and round", ranking::walk),
    ("pagerank, ten walks back", "mention and round", ranking::walk_back),
    ("bm25 sums", "word found in a chunk", ranking::bm25),
    ("cosines by signed bytes", "vector of 192", ranking::cosines),
    ("scan of codes", "code of 192 components", ranking::scan),
    ("splitter", "byte of text", text::split),
    ("extractor", "byte of text", text::extract),
    ("tokeniser with stems", "byte of text", text::terms),
    ("stems of a question's words", "word", text::stems),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let known = |name: &str| LOOPS.iter().find(|(known, _, _)| *known == name);
    match arguments.as_slice() {
        [list] if list == "list" => LOOPS.iter().for_each(|(name, unit, _)| println!("{name}\t{unit}")),
        [name, times] => {
            let (Some((_, _, make)), Ok(times)) = (known(name), times.parse::<u64>()) else {
                return ExitCode::from(2);
            };
            let mut made = make();
            (0..times).for_each(|_| (made.run)());
            println!("{}", made.units * times);
        }
        _ => {
            eprintln!("quipu-loops list | quipu-loops NAME TIMES");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
