//! `cargo xtask load`: many connections ask a server, as fast as it answers or at a rate that does not wait for it (open
//! loop: a request that begins late because others are slow counts from when it was due).

use std::fs;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use serde_json::{Value, json};

use crate::http::Connection;

/// The plan of a run.
struct Plan {
    address: String,
    requests: Vec<Request>,
    connections: usize,
    seconds: f64,
    rate: Option<f64>,
    token: Option<String>,
}

/// A request.
struct Request {
    method: String,
    path: String,
    body: Vec<u8>,
}

impl Plan {
    fn read(arguments: &[String]) -> anyhow::Result<Self> {
        let (mut address, mut requests) = (None, None);
        let (mut connections, mut seconds, mut rate, mut token) = (64, 10.0, None, None);
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().with_context(|| format!("{argument} wants a value"));
            match argument.as_str() {
                "--requests" => requests = Some(read(value()?)?),
                "--connections" => connections = value()?.parse()?,
                "--seconds" => seconds = value()?.parse()?,
                "--rate" => rate = Some(value()?.parse()?),
                "--token" => token = Some(value()?.clone()),
                other if address.is_none() => address = Some(other.to_owned()),
                other => bail!("{other} is no flag"),
            }
        }
        let requests = requests.context("--requests names a file of requests, a line each")?;
        ensure!(!requests.is_empty(), "there is no request");
        Ok(Self { address: address.context("which address?")?, requests, connections, seconds, rate, token })
    }
}

/// Requests of a file: `{"method", "path", "body"}` a line.
fn read(file: &str) -> anyhow::Result<Vec<Request>> {
    let text = fs::read_to_string(file).with_context(|| file.to_owned())?;
    let request = |line: &str| -> anyhow::Result<Request> {
        let row: Value = serde_json::from_str(line)?;
        let text = |name: &str| row[name].as_str().map(str::to_owned).with_context(|| format!("{name} is missing"));
        let body = if row["body"].is_null() { Vec::new() } else { row["body"].to_string().into_bytes() };
        Ok(Request { method: text("method")?, path: text("path")?, body })
    };
    text.lines().filter(|line| !line.trim().is_empty()).map(request).collect()
}

/// Sends the requests, and prints the result as JSON.
pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    let plan = Plan::read(arguments)?;
    let (next, failed, times) = (AtomicU64::new(0), AtomicU64::new(0), Mutex::new(Vec::new()));
    let began = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..plan.connections {
            scope.spawn(|| {
                let mut own = Vec::new();
                ask(&plan, began, &next, &failed, &mut own);
                times.lock().map(|mut times| times.append(&mut own)).ok();
            });
        }
    });
    let seconds = began.elapsed().as_secs_f64();
    let mut times = times.into_inner().unwrap_or_default();
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times.get(((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1)));
    println!(
        "{}",
        json!({
            "requests": times.len(), "failed": failed.load(Ordering::Relaxed), "seconds": seconds,
            "rate": times.len() as f64 / seconds, "p50_ms": at(0.5), "p90_ms": at(0.9), "p99_ms": at(0.99), "max_ms": at(1.0),
            "cpu_s": cpu()?,
        })
    );
    Ok(())
}

fn ask(plan: &Plan, began: Instant, next: &AtomicU64, failed: &AtomicU64, times: &mut Vec<f64>) {
    let authorization = plan.token.as_ref().map(|token| format!("Bearer {token}"));
    let mut headers = vec![("Content-Type", "application/json")];
    headers.extend(authorization.as_deref().map(|value| ("Authorization", value)));
    let mut connection = None;
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let due = plan.rate.map_or_else(Instant::now, |rate| began + Duration::from_secs_f64(number as f64 / rate));
        if due.duration_since(began).as_secs_f64() >= plan.seconds {
            return;
        }
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
        let request = &plan.requests[(number % plan.requests.len() as u64) as usize];
        let asked = match connection.take() {
            Some(open) => Ok(open),
            None => Connection::to(&plan.address),
        };
        let replied = asked.and_then(|mut open: Connection| {
            let reply = open.ask((&request.method, &request.path), &headers, &request.body)?;
            connection = Some(open);
            Ok(reply)
        });
        match replied {
            Ok(reply) if reply.status < 400 => times.push(due.elapsed().as_secs_f64() * 1000.0),
            _ => drop(failed.fetch_add(1, Ordering::Relaxed)),
        }
    }
}

/// Seconds of processor time that this process took.
fn cpu() -> anyhow::Result<f64> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    // Behind the name, which may hold anything, the twelfth and thirteenth field are its ticks.
    let rest = stat.rsplit_once(')').map(|(_, rest)| rest).unwrap_or_default();
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<f64>().ok()).unwrap_or_default();
    Ok((ticks(11) + ticks(12)) / 100.0)
}
