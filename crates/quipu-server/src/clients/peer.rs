//! The other end of a connection: its address, and its user on this machine, by the kernel's table of sockets.
//!
//! Loopback proves little: a reverse proxy, another user and a container with this network are loopback, too. The
//! kernel's report about the other socket cannot be forged by a request. The table is read once a connection, and only
//! for requests whose rights depend on it.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::sync::OnceCell;

/// The other end of a connection.
#[derive(Debug, Clone)]
pub(crate) struct Peer {
    /// The address of the other end.
    pub(crate) address: SocketAddr,
    /// The address of this end.
    here: SocketAddr,
    user: Arc<OnceCell<PeerUser>>,
}

/// The user of this machine that a connection comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PeerUser {
    /// The user that runs this server.
    Own,
    /// The administrator of the machine, who may read every file anyway.
    Root,
    /// Another one.
    Other,
    /// Unknown: from another machine, on a system without such a table, or closed already.
    Unknown,
}

impl Peer {
    /// The other end of a connection between two addresses.
    pub(crate) fn new(address: SocketAddr, here: SocketAddr) -> Self {
        Self { address, here, user: Arc::default() }
    }

    /// The user of the connection.
    pub(crate) async fn user(&self) -> PeerUser {
        let (address, here) = (self.address, self.here);
        let asked = || async move {
            if !address.ip().is_loopback() {
                return PeerUser::Unknown;
            }
            // The kernel answers in a tenth of a millisecond, but a table that is read as a whole takes more.
            tokio::task::spawn_blocking(move || user_of(address, here)).await.unwrap_or(PeerUser::Unknown)
        };
        *self.user.get_or_init(asked).await
    }
}

/// The user of the socket that is bound to `address` and connected to `here`.
#[cfg(target_os = "linux")]
fn user_of(address: SocketAddr, here: SocketAddr) -> PeerUser {
    /// The kernel's id for a user of another namespace that this one does not know.
    const OVERFLOW: u32 = 65_534;

    // Kernels without that service have the table as a file, which they write in milliseconds.
    match linux::asked(address, here).or_else(|| linux::looked_up(address, here)) {
        None | Some(OVERFLOW) => PeerUser::Unknown,
        Some(uid) if uid == rustix::process::geteuid().as_raw() => PeerUser::Own,
        Some(0) => PeerUser::Root,
        Some(_) => PeerUser::Other,
    }
}

/// The kernel's table of sockets. A socket closed by its process has no file behind it, and is shown as if it were
/// root's: it has no user.
#[cfg(target_os = "linux")]
mod linux {
    use std::net::{IpAddr, SocketAddr};

    use netlink_packet_core::{NLM_F_REQUEST, NetlinkHeader, NetlinkMessage, NetlinkPayload};
    use netlink_packet_sock_diag::SockDiagMessage;
    use netlink_packet_sock_diag::constants::{AF_INET, AF_INET6, IPPROTO_TCP};
    use netlink_packet_sock_diag::inet::{ExtensionFlags, InetRequest, SocketId, StateFlags};
    use netlink_sys::protocols::NETLINK_SOCK_DIAG;
    use netlink_sys::{Socket, SocketAddr as Kernel};
    use procfs::net::{TcpNetEntry, tcp, tcp6};

    /// The user of one socket, which the kernel looks up by its addresses (sock_diag).
    pub(super) fn asked(address: SocketAddr, here: SocketAddr) -> Option<u32> {
        let socket_id = SocketId {
            source_port: address.port(),
            destination_port: here.port(),
            source_address: address.ip(),
            destination_address: here.ip(),
            interface_id: 0,
            // Whichever socket it is.
            cookie: [0xff; 8],
        };
        let family = if matches!(address.ip(), IpAddr::V4(_)) { AF_INET } else { AF_INET6 };
        let request = InetRequest {
            family,
            protocol: IPPROTO_TCP,
            extensions: ExtensionFlags::empty(),
            states: StateFlags::all(),
            socket_id,
        };
        let mut header = NetlinkHeader::default();
        header.flags = NLM_F_REQUEST;
        let mut message = NetlinkMessage::new(header, SockDiagMessage::InetRequest(request).into());
        message.finalize();
        let mut bytes = vec![0; message.buffer_len()];
        message.serialize(&mut bytes);
        let mut kernel = Socket::new(NETLINK_SOCK_DIAG).ok()?;
        kernel.bind_auto().ok()?;
        kernel.connect(&Kernel::new(0, 0)).ok()?;
        kernel.send(&bytes, 0).ok()?;
        let (reply, _) = kernel.recv_from_full().ok()?;
        match NetlinkMessage::<SockDiagMessage>::deserialize(&reply).ok()?.payload {
            NetlinkPayload::InnerMessage(SockDiagMessage::InetResponse(found)) => {
                Some(found.header.uid).filter(|_| found.header.inode != 0)
            }
            _ => None,
        }
    }

    /// The user of one socket, by the whole table.
    pub(super) fn looked_up(address: SocketAddr, here: SocketAddr) -> Option<u32> {
        // A client that speaks IPv6 may be connected to an address of IPv4.
        let same = |one: SocketAddr, other: SocketAddr| {
            one.port() == other.port() && one.ip().to_canonical() == other.ip().to_canonical()
        };
        let is_it = |entry: &TcpNetEntry| {
            entry.inode != 0 && same(entry.local_address, address) && same(entry.remote_address, here)
        };
        let of = |table: procfs::ProcResult<Vec<TcpNetEntry>>| table.ok()?.into_iter().find(is_it);
        let found = match address {
            SocketAddr::V4(_) => of(tcp()).or_else(|| of(tcp6())),
            SocketAddr::V6(_) => of(tcp6()),
        };
        found.map(|entry| entry.uid)
    }
}

#[cfg(not(target_os = "linux"))]
fn user_of(_: SocketAddr, _: SocketAddr) -> PeerUser {
    PeerUser::Unknown
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use tokio::net::{TcpListener, TcpSocket, TcpStream};

    use super::*;

    /// Both kinds of look-up agree.
    async fn peer_of(
        listen: &str,
        stream: impl Future<Output = std::io::Result<TcpStream>>,
        listener: TcpListener,
    ) -> PeerUser {
        let (client, taken) = tokio::join!(stream, listener.accept());
        let (taken, address) = taken.expect("loopback is there");
        let here = taken.local_addr().expect("loopback is there");
        let peer = Peer::new(address, here);
        let user = peer.user().await;
        assert_eq!(linux::asked(address, here), linux::looked_up(address, here));
        drop((client.expect("loopback is there"), listen));
        user
    }

    #[tokio::test]
    async fn a_socket_of_this_process_is_its_users() {
        for listen in ["127.0.0.1:0", "[::1]:0"] {
            let Ok(listener) = TcpListener::bind(listen).await else { continue };
            let address = listener.local_addr().unwrap();
            assert_eq!(peer_of(listen, TcpStream::connect(address), listener).await, PeerUser::Own, "{listen}");
        }
    }

    #[tokio::test]
    async fn a_client_of_ipv6_may_be_connected_to_ipv4() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mapped = format!("[::ffff:127.0.0.1]:{}", listener.local_addr().unwrap().port()).parse().unwrap();
        let Ok(socket) = TcpSocket::new_v6() else { return };
        assert_eq!(peer_of("mapped", socket.connect(mapped), listener).await, PeerUser::Own);
    }

    #[tokio::test]
    async fn a_closed_socket_is_nobodys() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (taken, address) = listener.accept().await.unwrap();
        drop(client);
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        assert_eq!(Peer::new(address, taken.local_addr().unwrap()).user().await, PeerUser::Unknown);
    }
}
