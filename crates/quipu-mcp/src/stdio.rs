//! The protocol over a pair of streams: a line a message, until the input ends.

use std::collections::BTreeSet;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, ClientRequest, ErrorCode, GetMeta as _, JsonRpcMessage, ProtocolVersion,
    RequestId, ServerJsonRpcMessage, ServerResult,
};
use rmcp::service::{RoleServer, serve_server};
use rmcp::transport::Transport;
use serde::Serialize;
use serde_json::Value;
use tokio::io::{AsyncBufRead, AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::sync::{Notify, mpsc};

use crate::door::McpEndpoint;
use crate::http::MAX_MESSAGE;
use crate::inbound::{self, refused};
use crate::server::{ToolServer, is_served};

/// The longest wait for pending answers once the input has ended.
const GRACE: Duration = Duration::from_secs(10);

/// Answers messages of one stream on the other, until the first ends.
///
/// # Errors
/// When the server breaks off.
pub async fn over_streams<R, W>(door: Arc<dyn McpEndpoint>, input: R, output: W) -> io::Result<()>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    quipu::models::warm_tokens();
    let (forward, messages) = mpsc::channel(16);
    let lines = Lines { output: tokio::sync::Mutex::new(output), open: Mutex::default(), done: Notify::new() };
    let lines = Arc::new(lines);
    let reading = tokio::spawn(read_all(BufReader::new(input), lines.clone(), forward));
    let transport = Streams { lines, messages };
    // It begins with the first request; without one, the input has ended.
    if let Ok(running) = serve_server(ToolServer::new(door), transport).await {
        running.waiting().await.map_err(io::Error::other)?;
    }
    reading.abort();
    Ok(())
}

/// The state of both streams.
struct Lines<W> {
    output: tokio::sync::Mutex<W>,
    open: Mutex<Open>,
    /// Notifies of a completed answer.
    done: Notify,
}

/// The pending requests.
#[derive(Default)]
struct Open {
    /// True if an era was chosen: before, notifications are ignored.
    begun: bool,
    requests: BTreeSet<String>,
}

impl<W: AsyncWrite + Unpin> Lines<W> {
    fn open(&self) -> std::sync::MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn write(&self, message: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(message)?;
        line.push(b'\n');
        let mut output = self.output.lock().await;
        output.write_all(&line).await?;
        output.flush().await
    }

    /// Records an incoming message; true if it is for the server.
    fn comes(&self, message: &ClientJsonRpcMessage) -> bool {
        let mut open = self.open();
        match message {
            JsonRpcMessage::Request(request) => {
                open.requests.insert(key(&request.id));
                let meta = request.request.get_meta();
                let whole = meta.missing_required_keys(&ProtocolVersion::V_2026_07_28).is_empty();
                let chooses = !matches!(request.request, ClientRequest::DiscoverRequest(_))
                    && meta.protocol_version().is_some_and(|version| whole && is_served(version.as_str()));
                open.begun |= chooses;
                true
            }
            JsonRpcMessage::Notification(told) => {
                if let ClientNotification::CancelledNotification(cancelled) = &told.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    open.requests.remove(&key(id));
                    self.done.notify_waiters();
                }
                open.begun
            }
            // The server sends no requests to clients.
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => false,
        }
    }

    /// Records an outgoing message.
    fn goes(&self, message: &ServerJsonRpcMessage) {
        let mut open = self.open();
        match message {
            JsonRpcMessage::Response(response) => {
                open.begun |= matches!(response.result, ServerResult::InitializeResult(_));
                open.requests.remove(&key(&response.id));
            }
            JsonRpcMessage::Error(error) => {
                if let Some(id) = &error.id {
                    open.requests.remove(&key(id));
                }
            }
            JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => {}
        }
    }

    /// Waits until nothing is being answered.
    async fn all_answered(&self) {
        loop {
            let done = self.done.notified();
            if self.open().requests.is_empty() {
                return;
            }
            done.await;
        }
    }
}

fn key(id: &RequestId) -> String {
    serde_json::to_string(id).unwrap_or_default()
}

/// A line of the input.
enum Line {
    Whole(Vec<u8>),
    /// The line exceeded the limit of a message, and was dropped.
    TooLong,
    End,
}

/// The next line, of at most [`MAX_MESSAGE`] bytes.
async fn next_line(input: &mut (impl AsyncBufRead + Unpin)) -> io::Result<Line> {
    let (mut line, mut long) = (Vec::new(), false);
    loop {
        let piece = input.fill_buf().await?;
        if piece.is_empty() {
            // What has no end of its own is a message, too.
            let whole = !line.is_empty() && !long;
            return Ok(if whole { Line::Whole(line) } else { Line::End });
        }
        let end = piece.iter().position(|byte| *byte == b'\n');
        let taken = end.map_or(piece.len(), |end| end + 1);
        long |= line.len() + taken > MAX_MESSAGE;
        if !long {
            line.extend_from_slice(&piece[..end.unwrap_or(taken)]);
        }
        input.consume(taken);
        if end.is_some() {
            return Ok(if long { Line::TooLong } else { Line::Whole(line) });
        }
    }
}

/// Reads lines and forwards their messages; invalid ones are answered here.
async fn read_all<W: AsyncWrite + Unpin>(
    mut input: impl AsyncBufRead + Unpin,
    lines: Arc<Lines<W>>,
    forward: mpsc::Sender<ClientJsonRpcMessage>,
) {
    loop {
        let read = match next_line(&mut input).await {
            Ok(Line::Whole(line)) if line.iter().all(u8::is_ascii_whitespace) => continue,
            Ok(Line::Whole(line)) => inbound::read(&line),
            Ok(Line::TooLong) => {
                let said = format!("a message may have {MAX_MESSAGE} bytes");
                Err(refused(&Value::Null, ErrorCode::INVALID_REQUEST, &said))
            }
            Ok(Line::End) | Err(_) => break,
        };
        let sent = match read {
            Ok(message) if !lines.comes(&message) => true,
            Ok(message) => forward.send(message).await.is_ok(),
            Err(reply) => lines.write(&reply).await.is_ok(),
        };
        if !sent {
            return;
        }
    }
    // The client may still wait for answers after it ended the input.
    let _ = tokio::time::timeout(GRACE, lines.all_answered()).await;
}

/// Both streams, as the server uses them.
struct Streams<W> {
    lines: Arc<Lines<W>>,
    messages: mpsc::Receiver<ClientJsonRpcMessage>,
}

impl<W: AsyncWrite + Send + Unpin + 'static> Transport<RoleServer> for Streams<W> {
    type Error = io::Error;

    fn send(&mut self, message: ServerJsonRpcMessage) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let lines = self.lines.clone();
        async move {
            let written = lines.write(&message).await;
            lines.goes(&message);
            lines.done.notify_waiters();
            written
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        self.messages.recv().await
    }

    async fn close(&mut self) -> io::Result<()> {
        self.messages.close();
        Ok(())
    }
}
