//! URIs of files.

use lsp_types::Uri;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The characters that are not escaped in the path of a URI.
const KEPT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// The path of a file URI; `None` for other URIs, such as unsaved files.
pub(crate) fn path(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    let path = rest.get(rest.find('/')?..)?;
    let path = percent_decode_str(path.split(['?', '#']).next()?)
        .decode_utf8()
        .ok()?;
    // `/c:/packs` is a path with a drive.
    let drive =
        path.as_bytes().get(1).is_some_and(u8::is_ascii_alphabetic) && path.get(2..3) == Some(":");
    Some(PathBuf::from(if drive { path.get(1..)? } else { &path }))
}

/// The URI of a file.
pub(crate) fn uri(path: &Path) -> Option<Uri> {
    let path = path.to_str()?.replace('\\', "/");
    let root = if path.starts_with('/') { "" } else { "/" };
    Uri::from_str(&format!(
        "file://{root}{}",
        utf8_percent_encode(&path, KEPT)
    ))
    .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_decoded_and_encoded() {
        let check = |address: &str| {
            path(&Uri::from_str(address).unwrap()).map(|path| path.display().to_string())
        };
        assert_eq!(
            check("file:///a/b%20c/%C3%A4.toml").as_deref(),
            Some("/a/b c/ä.toml")
        );
        assert_eq!(check("file:///c%3A/packs/x").as_deref(), Some("c:/packs/x"));
        assert_eq!(check("file://localhost/a").as_deref(), Some("/a"));
        assert_eq!(check("untitled:Untitled-1"), None);
        assert_eq!(check("file:///a%ff"), None);
        for name in ["/a/b c/ä#?%.toml", "/"] {
            assert_eq!(
                path(&uri(Path::new(name)).unwrap()).as_deref(),
                Some(Path::new(name))
            );
        }
    }
}
