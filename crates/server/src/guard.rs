//! Who may use the server: its host names, allowed pages of other origins, and trusted proxies.

use crate::HttpError;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, HOST, ORIGIN, RETRY_AFTER};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Method, Uri};
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;
use std::time::Duration;
use tower_http::cors::{AllowOrigin, CorsLayer};

/// How long a browser may cache its permissions.
const REMEMBERED: Duration = Duration::from_secs(600);
/// The maximum number of addresses in `X-Forwarded-For` that are checked, starting with the last. Longer chains of
/// proxies do not occur in practice.
const HOPS: usize = 16;

/// The addresses of proxies: a single address, or a network such as `10.0.0.0/8`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!("`{text}` is not an address such as 127.0.0.1, or a network such as 10.0.0.0/8")
        };
        let (address, bits) = text
            .split_once('/')
            .map_or((text, None), |(address, bits)| (address, Some(bits)));
        let address: IpAddr = address.parse().map_err(|_| wrong())?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits: u8 = match bits {
            Some(bits) => bits
                .parse()
                .ok()
                .filter(|bits| *bits <= most)
                .ok_or_else(wrong)?,
            None => most,
        };
        // An IPv4 address that is written as IPv6 is compared as IPv4.
        match (address.to_canonical(), bits.checked_sub(96)) {
            (IpAddr::V4(inner), Some(bits)) if address.is_ipv6() => Ok(Network {
                address: inner.into(),
                bits,
            }),
            _ => Ok(Network { address, bits }),
        }
    }
}

impl Network {
    fn holds(&self, address: IpAddr) -> bool {
        // Nothing is left of an address in a network of all addresses.
        let cut = |bits: u128, of: u32| bits.checked_shr(of - u32::from(self.bits));
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                cut(own.to_bits().into(), 32) == cut(other.to_bits().into(), 32)
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                cut(own.to_bits(), 128) == cut(other.to_bits(), 128)
            }
            _ => false,
        }
    }
}

/// A host name under which browsers may reach the server: `rooms.example.org`, or for a single port
/// `rooms.example.org:8443`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostName {
    host: String,
    port: Option<u16>,
}

impl FromStr for HostName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        host(text).ok_or_else(|| {
            format!("`{text}` is not a name such as rooms.example.org, or rooms.example.org:8443")
        })
    }
}

/// The origin of a web page: `https://play.example.org`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    https: bool,
    host: String,
    port: u16,
}

impl FromStr for Origin {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        origin(text).ok_or_else(|| format!("`{text}` is not an origin such as https://play.example.org or http://localhost:5173"))
    }
}

/// Parses a host and port: lower case, without a trailing dot.
fn host(text: &str) -> Option<HostName> {
    let authority: Authority = text.parse().ok()?;
    let (name, port) = (authority.host(), authority.port_u16());
    let plain = match port {
        Some(_) => text.rsplit_once(':')?.0,
        None => text,
    };
    // It has no user before it, and a valid port.
    if plain != name || name.is_empty() {
        return None;
    }
    let host = name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase();
    Some(HostName { host, port })
}

fn origin(text: &str) -> Option<Origin> {
    let (scheme, rest) = text.split_once("://")?;
    let https = match scheme {
        "https" => true,
        "http" => false,
        _ => return None,
    };
    let HostName { host, port } = host(rest)?;
    let port = port.unwrap_or(if https { 443 } else { 80 });
    Some(Origin { https, host, port })
}

fn literal(host: &str) -> Option<IpAddr> {
    let inner = host
        .strip_prefix('[')
        .and_then(|host| host.strip_suffix(']'));
    inner.unwrap_or(host).parse().ok()
}

/// Decides which hosts, origins and proxies are allowed.
#[derive(Debug)]
pub(crate) struct Guard {
    /// The address the server listens on.
    pub address: SocketAddr,
    pub hosts: Vec<HostName>,
    pub origins: Vec<Origin>,
    pub proxies: Vec<Network>,
}

impl Guard {
    /// Refuses requests that are meant for another server or come from a page of another origin.
    ///
    /// # Errors
    /// Which of these two problems it is.
    pub(crate) fn check(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), HttpError> {
        let named = self.named(uri, headers).ok_or_else(HttpError::host)?;
        let mut origins = headers.get_all(ORIGIN).iter();
        match (origins.next(), origins.next()) {
            // Programs send no origin.
            (None, _) => Ok(()),
            (Some(own), None) if self.is_allowed(own, &named) => Ok(()),
            _ => Err(HttpError::origin()),
        }
    }

    /// The host name used in the request, if it is one of the server's names.
    fn named(&self, uri: &Uri, headers: &HeaderMap) -> Option<HostName> {
        let mut given = headers.get_all(HOST).iter();
        let named = match (given.next(), given.next()) {
            (Some(one), None) => host(one.to_str().ok()?)?,
            _ => return None,
        };
        // A request line that names a host, as for a proxy, must name the same one.
        if uri
            .authority()
            .is_some_and(|line| host(line.as_str()).as_ref() != Some(&named))
        {
            return None;
        }
        self.is_own(&named).then_some(named)
    }

    fn is_own(&self, named: &HostName) -> bool {
        let listed = |own: &HostName| {
            own.host == named.host && (own.port.is_none() || own.port == named.port)
        };
        let bound = self.address.ip();
        // A page can map its own host name to any address, but it cannot come from an address that is not its
        // server's. So addresses need not be listed.
        let own = match literal(&named.host) {
            Some(address) if bound.is_unspecified() => !address.is_unspecified(),
            Some(address) if bound.is_loopback() => address.is_loopback(),
            Some(address) => address == bound,
            None => named.host == "localhost" && (bound.is_loopback() || bound.is_unspecified()),
        };
        own || self.hosts.iter().any(listed)
    }

    /// Whether a page of this origin may use the server under this name: the server's own page, or one on the list.
    fn is_allowed(&self, given: &HeaderValue, named: &HostName) -> bool {
        let Some(given) = given.to_str().ok().and_then(origin) else {
            return false;
        };
        // Behind a proxy, the page may use HTTPS without the server's knowledge.
        let port = named.port.unwrap_or(if given.https { 443 } else { 80 });
        (given.host == named.host && given.port == port) || self.origins.contains(&given)
    }

    /// The CORS headers for pages of other origins; `None` if none are allowed.
    pub(crate) fn cors(&self) -> Option<CorsLayer> {
        if self.origins.is_empty() {
            return None;
        }
        let origins = self.origins.clone();
        let allowed = AllowOrigin::predicate(move |given, _| {
            given
                .to_str()
                .ok()
                .and_then(origin)
                .is_some_and(|given| origins.contains(&given))
        });
        Some(
            CorsLayer::new()
                .allow_origin(allowed)
                .allow_methods([Method::GET, Method::POST, Method::PATCH, Method::DELETE])
                .allow_headers([AUTHORIZATION, CONTENT_TYPE])
                .expose_headers([RETRY_AFTER])
                .allow_private_network(true)
                .max_age(REMEMBERED),
        )
    }

    /// Whether the peer of a connection is a trusted proxy.
    pub(crate) fn is_proxy(&self, peer: IpAddr) -> bool {
        self.proxies.iter().any(|network| network.holds(peer))
    }

    /// The address of the client. Each proxy appends the address of its peer to `X-Forwarded-For`; entries before the
    /// last untrusted address may be forged.
    pub(crate) fn address(&self, headers: &HeaderMap, peer: SocketAddr) -> IpAddr {
        let mut client = peer.ip();
        let lists = headers.get_all("x-forwarded-for").iter().rev();
        // The entries added by proxies are read, whatever the client has written before them.
        let hops = lists.flat_map(|list| list.as_bytes().rsplit(|byte| *byte == b','));
        for hop in hops.take(HOPS) {
            if !self.is_proxy(client) {
                break;
            }
            let hop = std::str::from_utf8(hop).unwrap_or_default().trim();
            let read = literal(hop).or_else(|| Some(hop.parse::<SocketAddr>().ok()?.ip()));
            match read {
                Some(address) => client = address,
                None => break,
            }
        }
        client
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(address: &str) -> Guard {
        Guard {
            address: address.parse().unwrap(),
            hosts: vec![
                "Rooms.example.org".parse().unwrap(),
                "other.example:99".parse().unwrap(),
            ],
            origins: vec![
                "https://play.example".parse().unwrap(),
                "http://localhost:5173".parse().unwrap(),
            ],
            proxies: vec!["10.1.0.0/16".parse().unwrap(), "::1".parse().unwrap()],
        }
    }

    fn headers(all: &[(&'static str, &str)]) -> HeaderMap {
        let mut map = HeaderMap::new();
        for (name, value) in all {
            map.append(*name, value.parse().unwrap());
        }
        map
    }

    fn status(guard: &Guard, all: &[(&'static str, &str)]) -> u16 {
        let found = guard.check(&Uri::from_static("/api/games"), &headers(all));
        found.err().map_or(200, |error| error.status.as_u16())
    }

    #[test]
    fn a_server_has_its_own_names_and_no_others() {
        let (here, all, one) = (
            guard("127.0.0.1:80"),
            guard("0.0.0.0:80"),
            guard("10.0.0.5:80"),
        );
        for (name, expected) in [
            ("127.0.0.1:8080", [200, 200, 421]),
            ("127.0.0.1", [200, 200, 421]),
            ("[::1]:80", [200, 200, 421]),
            ("localhost:1", [200, 200, 421]),
            ("LOCALHOST.", [200, 200, 421]),
            ("10.0.0.5", [421, 200, 200]),
            ("0.0.0.0", [421, 421, 421]),
            ("rooms.EXAMPLE.org:443", [200, 200, 200]),
            ("other.example:99", [200, 200, 200]),
            ("other.example:98", [421, 421, 421]),
            ("evil.example", [421, 421, 421]),
            ("127.0.0.1.evil.example", [421, 421, 421]),
            ("localhost@evil.example", [421, 421, 421]),
            ("evil.example@localhost", [421, 421, 421]),
            ("localhost:x", [421, 421, 421]),
            ("localhost:80:80", [421, 421, 421]),
            ("", [421, 421, 421]),
        ] {
            let found = [&here, &all, &one].map(|guard| status(guard, &[("host", name)]));
            assert_eq!(found, expected, "{name:?}");
        }
        assert_eq!(status(&here, &[]), 421);
        assert_eq!(
            status(&here, &[("host", "localhost"), ("host", "evil.example")]),
            421
        );
        for (line, allowed) in [
            ("http://evil.example/api/games", false),
            ("http://localhost/api/games", true),
            ("http://localhost:1/api/games", false),
        ] {
            let found = here.check(&Uri::from_static(line), &headers(&[("host", "localhost")]));
            assert_eq!(found.is_ok(), allowed, "{line}");
        }
    }

    #[test]
    fn pages_of_other_origins_are_refused_unless_they_are_allowed() {
        let guard = guard("127.0.0.1:8080");
        for (host, origin, expected) in [
            ("localhost:8080", "http://localhost:8080", 200),
            ("localhost:8080", "http://localhost:8081", 403),
            ("localhost:8080", "http://127.0.0.1:8080", 403),
            ("localhost:8080", "http://localhost:5173", 200),
            ("localhost", "http://localhost", 200),
            ("localhost:80", "http://localhost", 200),
            // A proxy with TLS is in front of the server.
            ("rooms.example.org", "https://rooms.example.org", 200),
            ("localhost", "https://play.example", 200),
            ("localhost", "https://play.example:443", 200),
            ("localhost", "http://play.example", 403),
            ("localhost", "https://play.example.evil.example", 403),
            ("localhost", "https://evil.example", 403),
            ("localhost", "null", 403),
            ("localhost", "", 403),
            ("localhost", "file://", 403),
            ("localhost", "https://play.example/", 403),
            ("localhost", "https://x@play.example", 403),
        ] {
            let found = status(&guard, &[("host", host), ("origin", origin)]);
            assert_eq!(found, expected, "{origin:?} at {host:?}");
        }
        let two = [
            ("host", "localhost"),
            ("origin", "http://localhost"),
            ("origin", "https://evil.example"),
        ];
        assert_eq!(status(&guard, &two), 403);
    }

    #[test]
    fn only_proxies_that_are_named_say_who_asks() {
        let guard = guard("127.0.0.1:8080");
        let of = |peer: &str, lists: &[&str]| {
            let all: Vec<_> = lists
                .iter()
                .map(|list| ("x-forwarded-for", *list))
                .collect();
            guard
                .address(&headers(&all), SocketAddr::new(peer.parse().unwrap(), 1))
                .to_string()
        };
        assert_eq!(of("9.9.9.9", &["1.1.1.1"]), "9.9.9.9", "nobody's proxy");
        assert_eq!(of("10.1.0.1", &[]), "10.1.0.1");
        assert_eq!(
            of("10.1.0.1", &["1.1.1.1, 2.2.2.2"]),
            "2.2.2.2",
            "the last one"
        );
        assert_eq!(
            of("::1", &["1.1.1.1, 2.2.2.2, 10.1.3.4"]),
            "2.2.2.2",
            "before our proxies"
        );
        assert_eq!(
            of("::1", &["1.1.1.1", "2.2.2.2,10.1.3.4"]),
            "2.2.2.2",
            "in two headers"
        );
        assert_eq!(
            of("::ffff:10.1.0.1", &["3.3.3.3:80"]),
            "3.3.3.3",
            "with a port"
        );
        assert_eq!(of("10.1.0.1", &["[2001:db8::1]:80"]), "2001:db8::1");
        assert_eq!(
            of("10.1.0.1", &["1.1.1.1, unknown"]),
            "10.1.0.1",
            "nobody's address"
        );
        assert_eq!(of("10.1.0.1", &["10.1.0.2"]), "10.1.0.2");
        for wild in [
            &b"\xff, 1.1.1.1"[..],
            b"\xff,1.1.1.1",
            b"x\t\xc3, , 1.1.1.1",
        ] {
            let mut map = HeaderMap::new();
            map.append("x-forwarded-for", HeaderValue::from_bytes(wild).unwrap());
            let peer = "10.1.0.1:1".parse().unwrap();
            let found = guard.address(&map, peer).to_string();
            assert_eq!(found, "1.1.1.1", "whatever its client wrote before it");
        }
    }

    #[test]
    fn what_is_no_address_name_or_origin_is_refused() {
        for text in ["", "x", "1.2.3.4/33", "1.2.3.4/", "::/129", "1.2.3.4/-1"] {
            assert!(text.parse::<Network>().is_err(), "{text}");
        }
        for text in [
            "1.2.3.4/32",
            "1.2.3.4/0",
            "::/128",
            "::/0",
            "::ffff:1.2.3.4/96",
        ] {
            assert!(text.parse::<Network>().is_ok(), "{text}");
        }
        assert!(
            "0.0.0.0/0"
                .parse::<Network>()
                .unwrap()
                .holds(IpAddr::from([9, 9, 9, 9]))
        );
        for (network, inside, outside) in [
            ("::ffff:10.1.0.0/112", "10.1.255.255", "10.2.0.0"),
            ("::ffff:10.1.0.0/112", "10.1.0.0", "10.0.255.255"),
            ("10.1.0.1", "10.1.0.1", "10.1.0.0"),
            ("fd00::1", "fd00::1", "fd00::"),
            ("::/0", "fd00::1", "10.1.0.1"),
            ("::ffff:0.0.0.0/96", "9.9.9.9", "fd00::1"),
            ("::ffff:10.1.0.1", "::ffff:10.1.0.1", "10.1.0.2"),
            ("fd00::/8", "fd12::1", "fe00::1"),
            ("10.1.0.1", "::ffff:10.1.0.1", "::a01:1"),
        ] {
            let holds = |address: &str| {
                let network: Network = network.parse().unwrap();
                network.holds(address.parse().unwrap())
            };
            assert!(holds(inside) && !holds(outside), "{network}");
        }
        for text in ["", "https://x", "x/y", "x:y", "a b"] {
            assert!(text.parse::<HostName>().is_err(), "{text}");
        }
        for text in [
            "",
            "*",
            "x",
            "https://",
            "https://x/",
            "https://x/y",
            "ftp://x",
            "null",
        ] {
            assert!(text.parse::<Origin>().is_err(), "{text}");
        }
    }
}
