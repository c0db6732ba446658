//! The body of an answer: pieces with pauses between them, that may end in the middle.

use std::collections::VecDeque;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};
use tokio::time::{Sleep, sleep};

use crate::counts::Call;

/// A part of a body.
pub(crate) enum Piece {
    Bytes(Bytes),
    Pause(Duration),
    /// The connection is closed here.
    Cut,
}

/// See the module. The call that it answers is under way until it is dropped.
pub(crate) struct Pieces {
    pieces: VecDeque<Piece>,
    pause: Option<Pin<Box<Sleep>>>,
    call: Option<Call>,
    /// Whether these pieces are a whole reply.
    whole: bool,
}

impl Pieces {
    pub(crate) fn new(pieces: impl IntoIterator<Item = Piece>, call: Option<Call>, whole: bool) -> Self {
        Self { pieces: pieces.into_iter().collect(), pause: None, call, whole }
    }

    pub(crate) fn text(text: impl Into<Bytes>) -> Self {
        Self::new([Piece::Bytes(text.into())], None, false)
    }
}

impl Body for Pieces {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        loop {
            if let Some(pause) = &mut self.pause {
                if pause.as_mut().poll(context).is_pending() {
                    return Poll::Pending;
                }
                self.pause = None;
            }
            match self.pieces.pop_front() {
                Some(Piece::Pause(pause)) => self.pause = Some(Box::pin(sleep(pause))),
                Some(Piece::Cut) => return Poll::Ready(Some(Err(io::Error::other("cut as planned")))),
                Some(Piece::Bytes(bytes)) => {
                    if let (true, true, Some(call)) = (self.pieces.is_empty(), self.whole, &self.call) {
                        call.sent();
                    }
                    return Poll::Ready(Some(Ok(Frame::data(bytes))));
                }
                None => return Poll::Ready(None),
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.pieces.is_empty() && self.pause.is_none()
    }

    /// Exact where there is only one piece, so that short answers have a length.
    fn size_hint(&self) -> SizeHint {
        match self.pieces.iter().collect::<Vec<_>>().as_slice() {
            [Piece::Bytes(bytes)] => SizeHint::with_exact(bytes.len() as u64),
            _ => SizeHint::new(),
        }
    }
}
