//! Fair shares: limits per client, so that no client takes the server from the others.
//!
//! Three things are limited separately, each over all clients and for each of them: requests in progress, incoming
//! bodies, and streams that follow something and wait for most of their time. A request gives its place to others
//! while its body arrives, and a stream that follows gives it up for good.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use axum::http::{Extensions, StatusCode};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::problem::HttpProblem;

/// The most streams that follow, over all clients.
const STREAMS: usize = 4096;
/// The most of them that one client has.
const STREAMS_EACH: usize = 256;
/// Timeout for a place, of a request whose body has arrived.
const WAIT: Duration = Duration::from_secs(30);

/// A kind of share: a number of places, of which each client may have a part.
pub(crate) struct Shares {
    all: Arc<Semaphore>,
    total: usize,
    each: usize,
    /// The parts of clients that have a place, or wait for one.
    clients: Mutex<BTreeMap<Arc<str>, Weak<Semaphore>>>,
}

/// A place that a client has until this is dropped.
pub(crate) struct ClientShare {
    _of_client: OwnedSemaphorePermit,
    _of_all: OwnedSemaphorePermit,
}

impl Shares {
    fn new(total: usize, each: usize) -> Self {
        Self { all: Arc::new(Semaphore::new(total)), total, each, clients: Mutex::default() }
    }

    /// A place of a client, if there is one for it now.
    fn take(&self, client: &Arc<str>) -> Option<ClientShare> {
        let of_client = self.part(client).try_acquire_owned().ok()?;
        let of_all = self.all.clone().try_acquire_owned().ok()?;
        Some(ClientShare { _of_client: of_client, _of_all: of_all })
    }

    /// A share, once there is one; missing where that takes too long.
    async fn wait(&self, client: &Arc<str>) -> Option<ClientShare> {
        let both = async {
            let of_client = self.part(client).acquire_owned().await.ok()?;
            let of_all = self.all.clone().acquire_owned().await.ok()?;
            Some(ClientShare { _of_client: of_client, _of_all: of_all })
        };
        tokio::time::timeout(WAIT, both).await.ok().flatten()
    }

    /// The share of a client.
    fn part(&self, client: &Arc<str>) -> Arc<Semaphore> {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(part) = clients.get(client).and_then(Weak::upgrade) {
            return part;
        }
        clients.retain(|_, part| part.strong_count() > 0);
        let part = Arc::new(Semaphore::new(self.each));
        clients.insert(client.clone(), Arc::downgrade(&part));
        part
    }

    /// Number of taken places.
    pub(crate) fn taken(&self) -> usize {
        self.total - self.all.available_permits()
    }
}

/// All shares of a server.
pub(crate) struct AllShares {
    /// Requests that are worked on.
    pub(crate) requests: Shares,
    /// Bodies that come in.
    receiving: Shares,
    /// Streams that follow.
    pub(crate) streams: Shares,
}

impl AllShares {
    /// So many requests at once; one client leaves a quarter of them to others.
    pub(crate) fn new(at_once: usize) -> Self {
        let most = (at_once - at_once / 4).max(1);
        Self {
            requests: Shares::new(at_once, most),
            receiving: Shares::new(at_once, most),
            streams: Shares::new(STREAMS, STREAMS_EACH),
        }
    }
}

/// The place of a request.
#[derive(Clone)]
pub(crate) struct RequestPermit {
    shares: Arc<AllShares>,
    client: Arc<str>,
    share: Arc<Mutex<Option<ClientShare>>>,
}

/// A reply that follows something, and waits for most of its time.
#[derive(Clone)]
pub(crate) struct Follows;

impl RequestPermit {
    /// A place for a request of a client.
    ///
    /// # Errors
    /// When no place is free.
    pub(crate) fn take(shares: &Arc<AllShares>, client: &str) -> Result<Self, HttpProblem> {
        let client: Arc<str> = client.into();
        let share = shares.requests.take(&client).ok_or_else(busy)?;
        Ok(Self { shares: shares.clone(), client, share: Arc::new(Mutex::new(Some(share))) })
    }

    /// Goes on as a stream that follows.
    ///
    /// # Errors
    /// When the client has too many of them.
    pub(crate) fn follow(&self) -> Result<(), HttpProblem> {
        let stream = self.shares.streams.take(&self.client).ok_or_else(|| {
            let detail = format!("{STREAMS_EACH} streams of one client are open, the limit; close some");
            HttpProblem::new(StatusCode::TOO_MANY_REQUESTS, "limited", detail).after(5)
        })?;
        self.put(Some(stream));
        Ok(())
    }

    /// Ends it.
    pub(crate) fn leave(&self) {
        self.put(None);
    }

    fn put(&self, share: Option<ClientShare>) {
        *self.share.lock().unwrap_or_else(PoisonError::into_inner) = share;
    }

    /// Receives a body while others work in this place.
    async fn receive<T>(&self, body: impl Future<Output = Result<T, HttpProblem>>) -> Result<T, HttpProblem> {
        let receiving = self.shares.receiving.take(&self.client).ok_or_else(busy)?;
        self.put(None);
        let received = body.await;
        drop(receiving);
        let share = self.shares.requests.wait(&self.client).await.ok_or_else(busy)?;
        self.put(Some(share));
        received
    }
}

/// Receives the body of a request, whose extensions hold its place; the place is free for others meanwhile.
///
/// # Errors
/// When too much comes in at once, or the body is refused.
pub(crate) async fn receive<T>(
    extensions: &Extensions,
    body: impl Future<Output = Result<T, HttpProblem>>,
) -> Result<T, HttpProblem> {
    match extensions.get::<RequestPermit>() {
        Some(place) => place.receive(body).await,
        None => body.await,
    }
}

fn busy() -> HttpProblem {
    let detail = "too many requests are being served; ask again in a moment";
    HttpProblem::new(StatusCode::TOO_MANY_REQUESTS, "limited", detail).after(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_leaves_a_quarter_to_others() {
        let shares = Arc::new(AllShares::new(8));
        let own: Vec<RequestPermit> = (0..6).map(|_| RequestPermit::take(&shares, "a").unwrap()).collect();
        assert!(RequestPermit::take(&shares, "a").is_err());
        let others: Vec<RequestPermit> = (0..2).map(|_| RequestPermit::take(&shares, "b").unwrap()).collect();
        assert!(RequestPermit::take(&shares, "c").is_err());
        assert_eq!(shares.requests.taken(), 8);
        drop((own, others));
        assert_eq!(shares.requests.taken(), 0);
        assert!(RequestPermit::take(&shares, "c").is_ok());
        assert_eq!(shares.requests.clients.lock().unwrap().len(), 1, "nobody else is remembered");
    }

    #[test]
    fn streams_that_follow_take_no_place_of_requests() {
        let shares = Arc::new(AllShares::new(4));
        let streams: Vec<RequestPermit> = (0..STREAMS_EACH)
            .map(|_| RequestPermit::take(&shares, "a").unwrap())
            .inspect(|place| place.follow().unwrap())
            .collect();
        assert_eq!((shares.requests.taken(), shares.streams.taken()), (0, STREAMS_EACH));
        assert!(RequestPermit::take(&shares, "a").unwrap().follow().is_err());
        assert!(RequestPermit::take(&shares, "b").unwrap().follow().is_ok());
        streams[0].leave();
        assert!(RequestPermit::take(&shares, "a").unwrap().follow().is_ok());
    }

    #[tokio::test]
    async fn who_sends_a_body_leaves_his_place_to_others_meanwhile() {
        let shares = Arc::new(AllShares::new(2));
        let place = RequestPermit::take(&shares, "a").unwrap();
        let received = place.receive(async {
            assert_eq!((shares.requests.taken(), shares.receiving.taken()), (0, 1));
            Ok(1)
        });
        assert_eq!(received.await.unwrap(), 1);
        assert_eq!((shares.requests.taken(), shares.receiving.taken()), (1, 0));
    }
}
