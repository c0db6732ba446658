//! A minimal HTTP client for a server on this machine: one connection, kept open, one request at a time.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

/// Timeout of a reply.
const LONGEST: Duration = Duration::from_secs(60);

/// A connection.
pub(crate) struct Connection {
    address: String,
    reader: BufReader<TcpStream>,
}

/// A reply.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

impl Connection {
    /// Connects to an address.
    pub(crate) fn to(address: &str) -> io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(LONGEST))?;
        Ok(Self { address: address.to_owned(), reader: BufReader::new(stream) })
    }

    /// Asks, and reads the whole reply.
    pub(crate) fn ask(
        &mut self,
        (method, path): (&str, &str),
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> io::Result<Reply> {
        let mut head =
            format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\n", self.address, body.len());
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        let mut whole = head.into_bytes();
        whole.extend_from_slice(body);
        self.reader.get_mut().write_all(&whole)?;
        self.reply()
    }

    fn reply(&mut self) -> io::Result<Reply> {
        let broken = || io::Error::from(io::ErrorKind::UnexpectedEof);
        let mut line = String::new();
        self.reader.read_line(&mut line)?;
        let status = line.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(broken)?;
        let (mut length, mut chunked) = (0, false);
        loop {
            line.clear();
            if self.reader.read_line(&mut line)? == 0 {
                return Err(broken());
            }
            let Some((name, value)) = line.trim_end().split_once(':') else { break };
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.trim().parse().map_err(|_| broken())?,
                "transfer-encoding" => chunked = value.trim() == "chunked",
                _ => {}
            }
        }
        let mut body = Vec::new();
        if chunked {
            while self.piece(&mut body)? {}
        } else {
            body.resize(length, 0);
            self.reader.read_exact(&mut body)?;
        }
        Ok(Reply { status, body })
    }

    /// Reads a piece; false where it is the last.
    fn piece(&mut self, body: &mut Vec<u8>) -> io::Result<bool> {
        let mut line = String::new();
        if self.reader.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let size = usize::from_str_radix(line.trim(), 16).map_err(io::Error::other)?;
        let from = body.len();
        body.resize(from + size + 2, 0);
        self.reader.read_exact(&mut body[from..])?;
        body.truncate(from + size);
        Ok(size > 0)
    }
}
