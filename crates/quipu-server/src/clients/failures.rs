//! Rate limit of failed sign-ins: wrong tokens are answered more and more seldom. A right one never waits for them:
//! many clients may stand behind one address, and 256 random bits are not guessed.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Limit of failures of an address in a minute.
const MOST: usize = 10;
const WINDOW: Duration = Duration::from_secs(60);
/// Limit of remembered addresses.
const ADDRESSES: usize = 10_000;

/// When which addresses failed.
#[derive(Default)]
pub(crate) struct Failures(Mutex<BTreeMap<IpAddr, Vec<Instant>>>);

impl Failures {
    /// Records a failure of an address; returns the seconds to wait before its next try, if it failed too often.
    pub(crate) fn note(&self, address: IpAddr) -> Option<u64> {
        let address = network(address);
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= ADDRESSES && !known.contains_key(&address) {
            known.retain(|_, failed| failed.last().is_some_and(|at| at.elapsed() < WINDOW));
            // So many at once are no guesses of one client.
            if known.len() >= ADDRESSES {
                return None;
            }
        }
        let failed = known.entry(address).or_default();
        failed.retain(|at| at.elapsed() < WINDOW);
        if failed.len() < MOST {
            failed.push(Instant::now());
            return None;
        }
        let first = failed.first()?;
        Some(WINDOW.saturating_sub(first.elapsed()).as_secs() + 1)
    }
}

/// The network of an address: of IPv6 all that one client has.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)).into(),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_failures_a_minute_are_enough() {
        let (failures, address) = (Failures::default(), IpAddr::from([10, 0, 0, 1]));
        for _ in 0..MOST {
            assert_eq!(failures.note(address), None);
        }
        assert!(failures.note(address).is_some_and(|wait| (1..=61).contains(&wait)));
        assert_eq!(failures.note(IpAddr::from([10, 0, 0, 2])), None);
    }
}
