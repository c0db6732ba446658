//! The browser of the owner: `quipu serve --open` opens an address with a secret that works once, and the reply makes it a
//! cookie, with which the page sends requests until the server ends.
//!
//! The start of a browser shows its address to other users of the machine, and cookies of this machine go to its
//! servers on all ports. So neither is valid on a connection that the kernel assigns to another user, nor on one from
//! a proxy.

use std::collections::BTreeSet;
use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::{HeaderMap, HeaderValue, header};

use crate::tokens::{hash, random};

/// Lifetime of an unused secret.
const FRESH: Duration = Duration::from_secs(600);
/// The most browsers that are known at a time.
const MOST: usize = 100;

/// Browsers with the owner's rights.
pub(crate) struct Browsers {
    /// The name of the cookie: servers on two ports of one machine must not take each other's.
    cookie: String,
    state: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    /// Hashes of secrets that wait, with the time from which they do.
    waiting: Vec<(String, Instant)>,
    /// Hashes of cookies.
    let_in: BTreeSet<String>,
}

impl Browsers {
    /// The browsers of a server on a port.
    pub(crate) fn of(port: u16) -> Self {
        Self { cookie: format!("quipu_{port}"), state: Mutex::default() }
    }

    /// A secret for one browser.
    ///
    /// # Errors
    /// When the system gives no random bits.
    pub(crate) fn invite(&self) -> io::Result<String> {
        let secret = random::<32>()?;
        self.known().waiting.push((hash(&secret), Instant::now()));
        Ok(secret)
    }

    /// The cookie of a browser that brings a secret, once; missing for a secret that is unknown, used, or too old.
    ///
    /// # Errors
    /// When the system gives no random bits.
    pub(crate) fn let_in(&self, secret: &str, path: &str) -> io::Result<Option<HeaderValue>> {
        let (given, cookie) = (hash(secret), random::<32>()?);
        let mut known = self.known();
        known.waiting.retain(|(_, since)| since.elapsed() < FRESH);
        let Some(place) = known.waiting.iter().position(|(secret, _)| *secret == given) else { return Ok(None) };
        known.waiting.remove(place);
        if known.let_in.len() == MOST {
            known.let_in.clear();
        }
        known.let_in.insert(hash(&cookie));
        let value = format!("{}={cookie}; Path={path}; HttpOnly; SameSite=Strict", self.cookie);
        Ok(HeaderValue::from_str(&value).ok())
    }

    /// True if a request has the cookie of an admitted browser.
    pub(crate) fn knows(&self, headers: &HeaderMap) -> bool {
        let cookies = headers.get_all(header::COOKIE).into_iter();
        let pairs = cookies.flat_map(|value| value.to_str().unwrap_or_default().split(';'));
        let own = pairs.filter_map(|pair| pair.trim().split_once('=')).filter(|(name, _)| *name == self.cookie);
        // The time of a comparison of hashes reveals nothing.
        own.take(4).any(|(_, value)| self.known().let_in.contains(&hash(value)))
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Known> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_lets_one_browser_in() {
        let browsers = Browsers::of(7171);
        let secret = browsers.invite().unwrap();
        assert_eq!(browsers.let_in("guessed", "/").unwrap(), None);
        let cookie = browsers.let_in(&secret, "/quipu/").unwrap().unwrap();
        let cookie = cookie.to_str().unwrap();
        assert!(cookie.ends_with("; Path=/quipu/; HttpOnly; SameSite=Strict"), "{cookie}");
        assert_eq!(browsers.let_in(&secret, "/").unwrap(), None, "it works once");
        let with = |text: String| {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, text.parse().unwrap());
            browsers.knows(&headers)
        };
        let pair = cookie.split(';').next().unwrap();
        assert!(with(pair.to_owned()) && with(format!("a=b; {pair}; c=d")));
        assert!(!with(format!("{pair}x")) && !with(pair.replace("7171", "7172")) && !with("quipu_7171=".to_owned()));
        assert!(!browsers.knows(&HeaderMap::new()));
    }
}
