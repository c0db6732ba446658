//! Who guesses tokens is made to wait (rate limit of failed sign-ins).

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How many failures an address may have in a minute.
const MOST: usize = 10;
const WINDOW: Duration = Duration::from_secs(60);
/// How many addresses are remembered.
const ADDRESSES: usize = 10_000;

/// When which addresses failed.
#[derive(Default)]
pub(crate) struct Failures(Mutex<BTreeMap<IpAddr, Vec<Instant>>>);

impl Failures {
    /// How many seconds an address must wait, if it must.
    pub(crate) fn wait(&self, address: IpAddr) -> Option<u64> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let failed = known.get_mut(&address)?;
        failed.retain(|at| at.elapsed() < WINDOW);
        let first = failed.first().filter(|_| failed.len() >= MOST)?;
        Some(WINDOW.saturating_sub(first.elapsed()).as_secs() + 1)
    }

    /// Notes that an address failed.
    pub(crate) fn note(&self, address: IpAddr) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= ADDRESSES {
            known.retain(|_, failed| failed.last().is_some_and(|at| at.elapsed() < WINDOW));
        }
        let failed = known.entry(address).or_default();
        if failed.len() < MOST {
            failed.push(Instant::now());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_failures_a_minute_are_enough() {
        let (failures, address) = (Failures::default(), IpAddr::from([10, 0, 0, 1]));
        for _ in 0..MOST {
            assert_eq!(failures.wait(address), None);
            failures.note(address);
        }
        assert!(failures.wait(address).is_some_and(|wait| (1..=61).contains(&wait)));
        assert_eq!(failures.wait(IpAddr::from([10, 0, 0, 2])), None);
    }
}
