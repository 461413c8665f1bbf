//! Options by name and value, in the form that all games accept.

pub use cardwright_kernel::OptionUse;

/// An option with its current value.
pub fn used(name: &str, value: &str) -> OptionUse {
    OptionUse {
        name: name.into(),
        value: value.into(),
    }
}

/// Sets several options in order; others keep their values. `edition` is always set first, so that the other given
/// options override it. `set` receives name and value without surrounding spaces and returns an error message.
///
/// # Errors
/// The messages of `set`, and a sentence for every name given twice.
pub fn set_all(
    given: &[(String, String)],
    mut set: impl FnMut(&str, &str) -> Result<(), String>,
) -> Result<(), Vec<String>> {
    let mut faults = Vec::new();
    let mut try_set = |name: &str, value: &str, faults: &mut Vec<String>| {
        set(name, value.trim()).unwrap_or_else(|fault| faults.push(fault));
    };
    for (at, (name, value)) in given.iter().enumerate() {
        if given[..at].iter().any(|(earlier, _)| earlier == name) {
            faults.push(format!("option `{name}` is given twice: give it once"));
        } else if name == "edition" {
            try_set(name, value, &mut faults);
        }
    }
    for (name, value) in given.iter().filter(|(name, _)| name != "edition") {
        try_set(name, value, &mut faults);
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edition_is_set_first_and_nothing_twice() {
        let given = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
            pairs
                .iter()
                .map(|(name, value)| (name.to_string(), value.to_string()))
                .collect()
        };
        let mut order = Vec::new();
        let all = set_all(&given(&[("a", " 1 "), ("edition", "fr")]), |name, value| {
            order.push(format!("{name}={value}"));
            Ok(())
        });
        assert_eq!((all, order.join(" ")), (Ok(()), "edition=fr a=1".into()));
        let twice = set_all(&given(&[("a", "1"), ("a", "2")]), |_, _| Ok(()));
        assert_eq!(
            twice,
            Err(vec!["option `a` is given twice: give it once".into()])
        );
        let wrong = set_all(&given(&[("a", "1"), ("b", "2")]), |name, _| {
            Err(format!("no {name}"))
        });
        assert_eq!(wrong, Err(vec!["no a".into(), "no b".into()]));
    }
}
