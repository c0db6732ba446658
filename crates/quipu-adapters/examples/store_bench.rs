//! Runs the store benchmark: `store_bench DIRECTORY CHUNKS`.
#![allow(clippy::print_stdout, clippy::print_stderr)]
fn main() {
    let mut args = std::env::args().skip(1);
    let directory = args.next().expect("a directory");
    let chunks = args.next().and_then(|n| n.parse().ok()).expect("a number of chunks");
    let bench = quipu_adapters::bench::StoreBench { chunks, dimension: 192, group: 6000, questions: 1000 };
    let began = std::time::Instant::now();
    let report = quipu_adapters::bench::bench_store(directory.as_ref(), &bench, &mut |line| {
        eprintln!("{:.1}s {line}", began.elapsed().as_secs_f64())
    });
    match report {
        Ok(report) => println!("{}", report.table()),
        Err(error) => eprintln!("{error}"),
    }
}
