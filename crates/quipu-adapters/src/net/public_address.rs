//! Addresses of the public internet, and those of a machine's own network.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// True if an address belongs to the public internet.
pub(super) fn is_global(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_global_v4(ip),
        IpAddr::V6(ip) => embedded(ip).map_or_else(|| is_global_v6(ip), is_global_v4),
    }
}

/// The IPv4 address that an IPv6 address stands for: mapped, compatible, translated (NAT64) or of 6to4.
fn embedded(ip: Ipv6Addr) -> Option<Ipv4Addr> {
    let parts = ip.segments();
    let of = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        Ipv4Addr::new(a, b, c, d)
    };
    match parts {
        [0, 0, 0, 0, 0, 0 | 0xffff, high, low] => Some(of(high, low)),
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => Some(of(high, low)),
        [0x2002, high, low, ..] => Some(of(high, low)),
        _ => None,
    }
}

fn is_global_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let shared = a == 100 && (64..128).contains(&b);
    let protocol = a == 192 && b == 0 && c == 0;
    let relays = a == 192 && b == 88 && c == 99;
    let measured = a == 198 && (b == 18 || b == 19);
    !(a == 0
        || shared
        || protocol
        || relays
        || measured
        || a >= 240
        || ip.is_private()
        || ip.is_loopback()
        || ip.is_link_local()
        || ip.is_multicast()
        || ip == AZURE
        || ip.is_documentation())
}

/// The metadata service of Azure, at an address that looks public.
const AZURE: Ipv4Addr = Ipv4Addr::new(168, 63, 129, 16);

fn is_global_v6(ip: Ipv6Addr) -> bool {
    // Addresses outside the assigned range have no legitimate use.
    let first = ip.segments()[0];
    let documented = first == 0x2001 && (ip.segments()[1] == 0xdb8 || ip.segments()[1] < 0x200);
    (0x2000..0x4000).contains(&first) && !documented && first != 0x3fff
}

/// True if an address is link-local, where the metadata services of clouds give out credentials.
pub(super) fn is_link_local(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => ip.is_link_local() || ip == AZURE,
        IpAddr::V6(ip) => {
            embedded(ip).is_some_and(|ip| ip.is_link_local() || ip == AZURE)
                || ip.segments()[0] & 0xffc0 == 0xfe80
                || ip.segments()[..3] == [0xfd00, 0xec2, 0]
        }
    }
}
