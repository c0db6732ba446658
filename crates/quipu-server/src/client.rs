//! A client of a running server on the same machine: the command line hands its work over.

use std::io::{self, Read};
use std::time::Duration;

use axum::body::Bytes;
use futures::{Stream, StreamExt as _};
use http_body_util::{BodyExt as _, Full, StreamBody};
use hyper::body::{Frame, Incoming};
use hyper::{Method, Request, Response, StatusCode, header};
use hyper_util::rt::TokioIo;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::net::TcpStream;

use crate::jobs::{JobWork, Numbered, QueuedJob};
use crate::problem::HttpProblem;
use crate::running::Running;

/// Timeout of a connection.
const CONNECTING: Duration = Duration::from_secs(2);

/// The failure of a request to a server.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// No server is there.
    #[error("no server answers at {address}: {reason}")]
    Gone {
        /// Its address.
        address: String,
        /// The error.
        reason: String,
    },
    /// The server refused the request.
    #[error("{}", .0.detail)]
    Refused(HttpProblem),
    /// The server's answer cannot be read.
    #[error("the server said what cannot be read: {0}")]
    Broken(String),
}

/// A client of a running server.
pub struct Client {
    running: Running,
}

impl Client {
    /// A client of a server.
    pub fn of(running: Running) -> Self {
        Self { running }
    }

    /// True if the server answers and has the workspace.
    pub async fn is_there(&self) -> bool {
        let path = format!("{}/status", self.space());
        matches!(self.send(Method::GET, &path, Bytes::new()).await, Ok(response) if response.status() == StatusCode::OK)
    }

    /// Adds a job.
    ///
    /// # Errors
    /// When the server is gone, or refuses.
    pub async fn add(&self, work: &JobWork) -> Result<QueuedJob, ClientError> {
        self.post("/jobs", work).await
    }

    /// A job.
    ///
    /// # Errors
    /// When the server is gone, or there is no such job.
    pub async fn job(&self, id: &str) -> Result<QueuedJob, ClientError> {
        read(self.send(Method::GET, &format!("{}/jobs/{id}", self.space()), Bytes::new()).await?).await
    }

    /// Cancels a job.
    ///
    /// # Errors
    /// When the server is gone, or the job is over.
    pub async fn cancel(&self, id: &str) -> Result<QueuedJob, ClientError> {
        self.post(&format!("/jobs/{id}/cancel"), &()).await
    }

    /// Asks for something in the workspace by a body of JSON; `path` follows that of the workspace.
    ///
    /// # Errors
    /// When the server is gone, or refuses.
    pub async fn post<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> Result<T, ClientError> {
        let body = serde_json::to_vec(body).map_err(|error| ClientError::Broken(error.to_string()))?;
        read(self.send(Method::POST, &format!("{}{path}", self.space()), body.into()).await?).await
    }

    /// Adds a job that takes in an export, which is read to its end.
    ///
    /// # Errors
    /// When the server is gone, or refuses.
    pub async fn import(&self, input: Box<dyn Read + Send>) -> Result<QueuedJob, ClientError> {
        let (send, pieces) = tokio::sync::mpsc::channel(4);
        tokio::task::spawn_blocking(move || pour(input, &send));
        let pieces = futures::stream::unfold(pieces, |mut pieces| async move {
            let piece: io::Result<Bytes> = pieces.recv().await?;
            Some((piece.map(Frame::data), pieces))
        });
        let path = format!("{}/import", self.space());
        let sent = self.sent(Method::POST, &path, "application/x-ndjson", StreamBody::new(Box::pin(pieces))).await?;
        read(sent).await
    }

    /// The events of a job, until its last.
    ///
    /// # Errors
    /// When the server is gone, or there is no such job.
    pub async fn events(
        &self,
        id: &str,
    ) -> Result<impl Stream<Item = Result<crate::JobEvent, ClientError>> + Send + 'static, ClientError> {
        let response = self.send(Method::GET, &format!("{}/jobs/{id}/events", self.space()), Bytes::new()).await?;
        if response.status() != StatusCode::OK {
            return Err(refusal(response).await);
        }
        let pieces = response.into_body().into_data_stream();
        let lines = futures::stream::unfold((pieces, Vec::new()), |(mut pieces, mut held)| async move {
            loop {
                if let Some(end) = held.iter().position(|byte| *byte == b'\n') {
                    let line: Vec<u8> = held.drain(..=end).collect();
                    return Some((Ok(String::from_utf8_lossy(&line).into_owned()), (pieces, held)));
                }
                match pieces.next().await? {
                    Ok(piece) => held.extend_from_slice(&piece),
                    Err(error) => return Some((Err(ClientError::Broken(error.to_string())), (pieces, held))),
                }
            }
        });
        let events = lines.filter_map(|line| async move {
            match line {
                Ok(line) => line.strip_prefix("data: ").map(|data| {
                    let read = serde_json::from_str::<Numbered>(data);
                    read.map(|numbered| numbered.event).map_err(|error| ClientError::Broken(error.to_string()))
                }),
                Err(error) => Some(Err(error)),
            }
        });
        Ok(Box::pin(events))
    }

    fn space(&self) -> String {
        format!("/api/v1/workspaces/{}", self.running.workspace)
    }

    async fn send(&self, method: Method, path: &str, body: Bytes) -> Result<Response<Incoming>, ClientError> {
        self.sent(method, path, "application/json", Full::new(body)).await
    }

    async fn sent<B>(&self, method: Method, path: &str, kind: &str, body: B) -> Result<Response<Incoming>, ClientError>
    where
        B: hyper::body::Body<Data = Bytes> + Send + Unpin + 'static,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let address = self.running.address;
        let gone = |reason: String| ClientError::Gone { address: address.to_string(), reason };
        let connecting = tokio::time::timeout(CONNECTING, TcpStream::connect(address));
        let stream =
            connecting.await.map_err(|error| gone(error.to_string()))?.map_err(|error| gone(error.to_string()))?;
        let shaken = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await;
        let (mut sender, connection) = shaken.map_err(|error| gone(error.to_string()))?;
        tokio::spawn(connection);
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, address.to_string())
            .header(header::AUTHORIZATION, format!("Bearer {}", self.running.token))
            .header(header::CONTENT_TYPE, kind)
            .body(body)
            .map_err(|error| ClientError::Broken(error.to_string()))?;
        sender.send_request(request).await.map_err(|error| gone(error.to_string()))
    }
}

/// Reads an input piece by piece, for as long as there is a receiver.
fn pour(mut input: Box<dyn Read + Send>, send: &tokio::sync::mpsc::Sender<io::Result<Bytes>>) {
    loop {
        let mut piece = vec![0; 256 << 10];
        let piece = match input.read(&mut piece) {
            Ok(0) => return,
            Ok(read) => {
                piece.truncate(read);
                Ok(Bytes::from(piece))
            }
            Err(error) => Err(error),
        };
        let is_end = piece.is_err();
        if send.blocking_send(piece).is_err() || is_end {
            return;
        }
    }
}

async fn read<T: DeserializeOwned>(response: Response<Incoming>) -> Result<T, ClientError> {
    if !response.status().is_success() {
        return Err(refusal(response).await);
    }
    let bytes = whole(response).await?;
    serde_json::from_slice(&bytes).map_err(|error| ClientError::Broken(error.to_string()))
}

async fn refusal(response: Response<Incoming>) -> ClientError {
    match whole(response).await {
        Ok(bytes) => match serde_json::from_slice(&bytes) {
            Ok(problem) => ClientError::Refused(problem),
            Err(error) => ClientError::Broken(error.to_string()),
        },
        Err(error) => error,
    }
}

async fn whole(response: Response<Incoming>) -> Result<Bytes, ClientError> {
    let collected = response.into_body().collect().await;
    collected.map(http_body_util::Collected::to_bytes).map_err(|error| ClientError::Broken(error.to_string()))
}
