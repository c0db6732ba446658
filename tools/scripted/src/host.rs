//! A thread with a runtime of its own that serves at an address until it is dropped, so that tests of every kind can start
//! it.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::thread::JoinHandle;

use hyper::body::{Body, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

/// What serves.
pub(crate) struct Host {
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Host {
    /// Begins to answer requests at an address; port 0 is any that is free.
    ///
    /// # Errors
    /// When it cannot listen there.
    pub(crate) fn start<B, F>(
        address: &str,
        answered: impl Fn(Request<Incoming>) -> F + Clone + Send + 'static,
    ) -> io::Result<Self>
    where
        B: Body<Data: Send, Error: std::error::Error + Send + Sync> + Send + 'static,
        F: Future<Output = Result<Response<B>, Infallible>> + Send + 'static,
    {
        let listener = std::net::TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (stop, stopped) = oneshot::channel();
        let thread = std::thread::spawn(move || {
            runtime.block_on(async move {
                tokio::select! {
                    () = serve(listener, answered) => {}
                    _ = stopped => {}
                }
            });
        });
        Ok(Self { address, stop: Some(stop), thread: Some(thread) })
    }

    /// Waits for as long as it serves.
    pub(crate) fn wait(mut self) {
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

async fn serve<B, F>(
    listener: std::net::TcpListener,
    answered: impl Fn(Request<Incoming>) -> F + Clone + Send + 'static,
) where
    B: Body<Data: Send, Error: std::error::Error + Send + Sync> + Send + 'static,
    F: Future<Output = Result<Response<B>, Infallible>> + Send + 'static,
{
    let Ok(listener) = TcpListener::from_std(listener) else { return };
    loop {
        // A crowd may exhaust the files of the process for a moment.
        let Ok((stream, _)) = listener.accept().await else {
            tokio::task::yield_now().await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        let service = service_fn(answered.clone());
        tokio::spawn(async move {
            // Whoever goes away in the middle is no error of ours.
            let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
        });
    }
}
