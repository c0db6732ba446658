//! The server itself: it listens, accepts connections within limits, and ends gracefully.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::Request;
use futures::future::BoxFuture;
use futures::{StreamExt as _, stream};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulConnection, GracefulShutdown};
use quipu::Stop;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tower::ServiceExt as _;

use crate::app::{App, LogLine, ServeOptions};
use crate::audit::Audit;
use crate::clients::Once;
use crate::clients::browser::Browsers;
use crate::clients::forwarded::{Proxies, PublicAddress, without_prefix};
use crate::clients::peer::Peer;
use crate::clients::plain_path::plain_path;
use crate::clients::shares::AllShares;
use crate::openapi::openapi;
use crate::patient::PatientStream;
use crate::router;
use crate::running::Running;
use crate::served::{Served, Spaces};
use crate::tokens::{TokenFile, random};

/// Timeout for the head of a request.
const HEAD: Duration = Duration::from_secs(10);
/// Limit of concurrent connections.
const CONNECTIONS: usize = 10_000;
/// Number of workspaces opened at once at the start: each waits for the disk.
const OPENED_AT_ONCE: usize = 8;
/// The most bytes of the head of a request.
const HEAD_BYTES: usize = 64 << 10;
/// Time for current requests to finish at the end.
const GRACE: Duration = Duration::from_secs(10);
/// Pause before the next accept after a refused connection.
const AGAIN: Duration = Duration::from_millis(100);

/// The reason that a server could not serve.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Everybody could reach it without a token.
    #[error(
        "{address} can be reached from other machines, and there is no token; make one with `quipu token create NAME`, or listen on 127.0.0.1"
    )]
    Open {
        /// The address to listen at.
        address: SocketAddr,
    },
    /// A proxy is named by something that is no address.
    #[error("server.proxies: {found:?} is not an address or a network; use 127.0.0.1 or 10.0.0.0/8")]
    Proxy {
        /// The value.
        found: String,
    },
    /// The public address is invalid.
    #[error(
        "server.public_url: {found:?} is not the address of a web server; use https://quipu.example.org or https://example.org/quipu"
    )]
    PublicUrl {
        /// The value.
        found: String,
    },
    /// The system gives it no place.
    #[error("{address}: {reason}; name another with --listen")]
    Listen {
        /// The address to listen at.
        address: SocketAddr,
        /// The error of the system.
        reason: io::Error,
    },
    /// Its own files cannot be read or written.
    #[error("the server's files in {folder}: {reason}")]
    State {
        /// Their folder.
        folder: String,
        /// The error of the system.
        reason: io::Error,
    },
    /// A workspace cannot be served.
    #[error("the workspace {name} cannot be served")]
    Workspace {
        /// Its name.
        name: String,
        /// The reason.
        #[source]
        error: quipu::Error,
    },
}

/// A server that listens; [`Serving::until`] serves.
pub struct Serving {
    app: Arc<App>,
    listener: TcpListener,
}

/// Opens the workspaces, and listens.
///
/// # Errors
/// When other machines could reach it without a token, a workspace cannot be opened or is written by another process,
/// or the
/// system refuses the address.
pub async fn serve(mut options: ServeOptions) -> Result<Serving, ServeError> {
    let state = |reason| ServeError::State { folder: options.state.display().to_string(), reason };
    let tokens = TokenFile::of(&options.state);
    let is_known = tokens.any().map_err(state)?;
    if !options.listen.ip().is_loopback() && !is_known {
        return Err(ServeError::Open { address: options.listen });
    }
    let proxies = Proxies::read(&options.proxies).map_err(|found| ServeError::Proxy { found })?;
    let public = PublicAddress::read(options.public_url.as_deref()).map_err(|found| ServeError::PublicUrl { found })?;
    let owner = format!("own_{}", random::<32>().map_err(state)?);
    let audit = Audit::of(&options.state);
    let refused = |reason| ServeError::Listen { address: options.listen, reason };
    let listener = TcpListener::bind(options.listen).await.map_err(refused)?;
    let address = listener.local_addr().map_err(refused)?;
    let process = std::process::id();
    let running = Running { address, token: owner.clone(), workspace: String::new(), process };
    let once = Once::of(&options.state).map_err(state)?;
    let spaces = Spaces::default();
    let workspaces = std::mem::take(&mut options.workspaces).into_iter().map(|workspace| {
        let (name, served) = (workspace.name.clone(), Served::new(workspace, options.providers(), running.clone()));
        async move { served.await.map_err(|error| ServeError::Workspace { name, error }) }
    });
    let mut opened = stream::iter(workspaces).buffered(OPENED_AT_ONCE);
    while let Some(served) = opened.next().await {
        spaces.add(served?);
    }
    drop(opened);
    let identity = |name: &str| match spaces.find(name) {
        Some(served) => Some(served.identity.clone()),
        None => options.home.identity(name),
    };
    tokens.bind(identity).map_err(state)?;
    let (shares, browsers) = (Arc::new(AllShares::new(options.at_once)), Browsers::of(address.port()));
    let (metrics, failures, stop) = Default::default();
    let app = App {
        options,
        spaces,
        tokens,
        audit,
        metrics,
        failures,
        once,
        shares,
        browsers,
        proxies,
        public,
        owner,
        stop,
        address,
        running,
        openapi,
    };
    Ok(Serving { app: Arc::new(app), listener })
}

impl Serving {
    /// The address that it listens at.
    pub fn address(&self) -> SocketAddr {
        self.app.address
    }

    /// An address that opens the page in one browser of this machine, once, without a token.
    ///
    /// # Errors
    /// When the system gives no random bits.
    pub fn page_of_owner(&self) -> io::Result<String> {
        let (here, secret) = (near(self.app.address), self.app.browsers.invite()?);
        Ok(format!("http://{here}/open?secret={secret}"))
    }

    /// Serves until `end` is set: then streams are closed, current requests are finished, and jobs stop
    /// cleanly, to go on when the next server starts.
    pub async fn until(self, end: Stop) {
        let Self { app, listener } = self;
        quipu::models::warm_tokens();
        app.spaces.all().iter().for_each(|served| served.start());
        let connections = GracefulShutdown::new();
        let places = Arc::new(Semaphore::new(CONNECTIONS));
        let router = router::router(app.clone());
        loop {
            let taken = tokio::select! {
                taken = listener.accept() => taken,
                () = end.heard() => break,
            };
            match taken {
                Ok((stream, peer)) => {
                    // Too many connections: a closed one does not wait for a reply that will not come.
                    let Ok(place) = places.clone().try_acquire_owned() else { continue };
                    let connection = connections.watch(connection(app.clone(), router.clone(), peer, stream));
                    tokio::spawn(async move {
                        // A connection that broke off is its client's matter.
                        let _ = connection.await;
                        drop(place);
                    });
                }
                Err(error) => {
                    (app.options.log)(LogLine::ConnectionFailed { reason: error.to_string() });
                    tokio::time::sleep(AGAIN).await;
                }
            }
        }
        app.stop.ask();
        let all = app.spaces.all();
        all.iter().for_each(|served| served.queue.end());
        let _ = tokio::time::timeout(GRACE, connections.shutdown()).await;
        for served in all {
            served.end().await;
        }
    }
}

/// The address at which this machine reaches a server: one that listens everywhere also here.
fn near(listens: SocketAddr) -> SocketAddr {
    match listens.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => (Ipv4Addr::LOCALHOST, listens.port()).into(),
        IpAddr::V6(ip) if ip.is_unspecified() => (Ipv6Addr::LOCALHOST, listens.port()).into(),
        _ => listens,
    }
}

/// Serves one connection until its client or the server ends it.
fn connection(
    app: Arc<App>,
    router: axum::Router,
    address: SocketAddr,
    stream: TcpStream,
) -> impl GracefulConnection<Error = hyper::Error> + Send {
    let _ = stream.set_nodelay(true);
    // Without the local address no client is recognised as the owner.
    let peer = stream.local_addr().ok().map(|here| Peer::new(address, here));
    let patience = app.options.patience;
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| -> BoxFuture<'static, _> {
        let mut request: Request = request.map(axum::body::Body::new);
        if let Some(peer) = &peer {
            request.extensions_mut().insert(peer.clone());
        }
        let prefix = app.public.prefix(request.headers());
        // A base address may end in a slash before the prefix, and behind it.
        let changes: [&dyn Fn(&Request) -> Option<axum::http::Uri>; 3] = [
            &|request| plain_path(request.method(), request.uri()),
            &|request| without_prefix(request.uri(), &prefix),
            &|request| plain_path(request.method(), request.uri()),
        ];
        for change in changes {
            if let Some(uri) = change(&request) {
                *request.uri_mut() = uri;
            }
        }
        Box::pin(router.clone().oneshot(request))
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_headers(100)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(PatientStream::new(stream, patience)), service)
}
