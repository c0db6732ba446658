//! The scripted server as a program: it prints its address, then serves until it is killed.

use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use quipu_scripted::{Accepts, Fault, Latency, Plan, StandIn, Step, start};

/// A model server for tests and measurements
#[derive(Debug, Parser)]
struct Cli {
    /// Where to listen; port 0 is any that is free
    #[arg(long, default_value = "127.0.0.1:0")]
    address: String,
    /// The model's name
    #[arg(long, default_value = "scripted")]
    model: String,
    /// The key that must be shown
    #[arg(long)]
    key: Option<String>,
    /// What all drawing begins with
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Milliseconds until a reply begins
    #[arg(long, default_value_t = 0.0)]
    latency: f64,
    /// Width of the latency's distribution (log-normal; the latency is its median)
    #[arg(long, default_value_t = 0.0)]
    sigma: f64,
    /// Milliseconds between two pieces of a stream
    #[arg(long, default_value_t = 0.0)]
    between: f64,
    /// A fault and its share of calls, as `busy=0.1`; may be given again. busy, broken, hang, cut, malformed, prose,
    /// truncated, half, empty, thinking, reasoning, html, drip
    #[arg(long, value_parser = fault)]
    fault: Vec<(Fault, f64)>,
    /// Tools are refused
    #[arg(long)]
    no_tools: bool,
    /// JSON list of what the first calls get: a text, `{"fault": NAME}`, or `{"calls": {TOOL: ARGUMENTS}}`
    #[arg(long)]
    script: Option<PathBuf>,
    /// JSON object of replies by the name of their prompt, as `/counts` gives it
    #[arg(long)]
    recorded: Option<PathBuf>,
    /// JSON list of rules: `{"holds": [TEXT], "says": TEXT}` is said to prompts that hold all of these texts
    #[arg(long)]
    rules: Option<PathBuf>,
    /// Tokens that prompt and reply may have together
    #[arg(long, default_value_t = 128_000)]
    context: u64,
    /// Stand in for arXiv with the papers of this folder, instead of a model
    #[arg(long, value_name = "FOLDER")]
    arxiv: Option<PathBuf>,
    /// Write a file of Markdown as a PDF file, and end
    #[arg(long, num_args = 2, value_names = ["MARKDOWN", "PDF"])]
    pdf: Option<Vec<PathBuf>>,
    /// Components of a vector
    #[arg(long, default_value_t = 64)]
    dimension: usize,
}

fn fault(text: &str) -> Result<(Fault, f64), String> {
    let (name, share) = text.split_once('=').ok_or("write NAME=SHARE")?;
    Ok((named(name)?, share.parse().map_err(|_| format!("{share} is no number"))?))
}

fn named(name: &str) -> Result<Fault, String> {
    let found = Fault::ALL.iter().find(|(known, _)| *known == name);
    found.map(|(_, fault)| *fault).ok_or_else(|| format!("there is no fault {name}"))
}

fn milliseconds(number: f64) -> Duration {
    Duration::from_secs_f64(number.max(0.0) / 1000.0)
}

fn step(line: &serde_json::Value) -> Result<Step, String> {
    if let Some(calls) = line["calls"].as_object() {
        let calls = calls.iter().map(|(name, arguments)| (name.clone(), arguments.to_string()));
        return Ok(Step::Calls(calls.collect()));
    }
    match (line.as_str(), line["fault"].as_str()) {
        (Some(text), _) => Ok(Step::Says(text.to_owned())),
        (None, Some(name)) => Ok(Step::Fails(named(name)?)),
        (None, None) => Err(format!("a line of a script is a text, a fault or calls, not {line}")),
    }
}

fn plan(cli: Cli) -> Result<Plan, Box<dyn std::error::Error>> {
    let latency = milliseconds(cli.latency);
    let mut plan = Plan {
        address: cli.address,
        model: cli.model,
        key: cli.key,
        seed: cli.seed,
        latency: if cli.sigma > 0.0 {
            Latency::Spread { median: latency, sigma: cli.sigma }
        } else {
            Latency::Fixed(latency)
        },
        between: milliseconds(cli.between),
        faults: cli.fault,
        context: cli.context,
        dimension: cli.dimension,
        accepts: Accepts { tools: !cli.no_tools, ..Accepts::default() },
        ..Plan::default()
    };
    if let Some(path) = cli.script {
        let lines: Vec<serde_json::Value> = serde_json::from_slice(&std::fs::read(path)?)?;
        plan.script = lines.iter().map(step).collect::<Result<_, _>>()?;
    }
    if let Some(path) = cli.recorded {
        plan.recorded = serde_json::from_slice(&std::fs::read(path)?)?;
    }
    if let Some(path) = cli.rules {
        plan.rules = serde_json::from_slice(&std::fs::read(path)?)?;
    }
    Ok(plan)
}

#[expect(clippy::print_stdout, reason = "whoever starts it reads the address")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let cli = Cli::parse();
    if let Some([markdown, file]) = cli.pdf.as_deref() {
        return Ok(std::fs::write(file, quipu_scripted::pdf_file(&std::fs::read_to_string(markdown)?))?);
    }
    if let Some(folder) = &cli.arxiv {
        let server = StandIn::read(folder)?.serve(&cli.address)?;
        println!("{}", server.url());
        server.wait();
        return Ok(());
    }
    let server = start(plan(cli)?)?;
    println!("{}", server.url());
    server.wait();
    Ok(())
}
