//! Draws faults from the syntax of the code: `cargo xtask faults --random N`.
//!
//! Each is one change of an expression, a statement or a function that a tired programmer could have made. They are
//! drawn without regard to the tests, so the share that is caught also measures code that no list names.

use super::list::Fault;
use super::plant::Places;
use proc_macro2::Span;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, BinOp, Block, Expr, Lit, ReturnType, Signature, Stmt, Type, UnOp};

/// A change of a file.
struct Change {
    at: Range<usize>,
    /// The original code; for a function that returns at once, an empty statement before its first one.
    find: String,
    replace: String,
    what: &'static str,
}

/// Numbers from a seed (SplitMix64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) % most.max(1) as u64) as usize
    }
}

/// Every package with code: folders of `crates`, such as `server` and `games/robotory`.
pub(crate) fn packages(root: &Path) -> Result<Vec<String>, String> {
    let mut all = Vec::new();
    for folder in ["crates", "crates/games"] {
        let entries = fs::read_dir(root.join(folder)).map_err(|error| error.to_string())?;
        for entry in entries
            .flatten()
            .filter(|entry| entry.path().join("src").is_dir())
        {
            let name = entry.file_name().to_string_lossy().into_owned();
            let inner = folder.strip_prefix("crates/");
            all.push(inner.map_or(name.clone(), |outer| format!("{outer}/{name}")));
        }
    }
    // These are built separately, for programs in other languages.
    all.retain(|name| !["capi", "python", "wasm"].contains(&name.as_str()));
    all.sort();
    Ok(all)
}

/// This many non-overlapping faults for each package, and their places.
///
/// # Errors
/// When a package has no code, or some of it cannot be read.
pub(crate) fn draw(
    root: &Path,
    packages: &[String],
    many: usize,
    seed: u64,
) -> Result<(Vec<Fault>, Places), String> {
    let (mut faults, mut places) = (Vec::new(), Places::new());
    for package in packages {
        let mut found = Vec::new();
        for path in sources(&root.join("crates").join(package).join("src"))? {
            let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
            let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy();
            let changes =
                changes(&text).map_err(|error| format!("{name} cannot be read: {error}"))?;
            found.extend(
                changes
                    .into_iter()
                    .map(|change| (name.to_string(), text.clone(), change)),
            );
        }
        let all = found.len();
        // A package has the same draws, whichever others are selected.
        let own = package.bytes().fold(seed, |seed, byte| {
            seed.wrapping_mul(31).wrapping_add(u64::from(byte))
        });
        let mut dice = Dice(own);
        let mut drawn = 0;
        while drawn < many && !found.is_empty() {
            let (file, text, change) = found.swap_remove(dice.below(found.len()));
            let of_file = places.entry(file.clone()).or_default();
            let apart = |(other, _): &(Range<usize>, usize)| {
                other.end <= change.at.start || change.at.end <= other.start
            };
            if !of_file.iter().all(apart) {
                continue;
            }
            drawn += 1;
            let number = faults.len() + 1;
            of_file.push((change.at.clone(), number));
            let line = 1 + text[..change.at.start].matches('\n').count();
            let short = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            faults.push(Fault {
                number,
                id: format!("{package}-{seed}-{drawn}"),
                kind: package.clone(),
                listed: format!("{file}:{line}"),
                file,
                after: String::new(),
                why: format!(
                    "{}: `{}` -> `{}`",
                    change.what,
                    short(&change.find),
                    short(&change.replace)
                ),
                find: change.find,
                replace: change.replace,
            });
        }
        eprintln!("{package}: {drawn} of {all} changes drawn");
    }
    for spans in places.values_mut() {
        // An early return is in front of the statement that it skips.
        spans.sort_by_key(|(span, _)| (span.start, span.end));
    }
    Ok((faults, places))
}

/// The files of a package, without its tests.
fn sources(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    let entries = fs::read_dir(folder)
        .map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    for entry in entries.flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() && name != "tests" {
            files.extend(sources(&path)?);
        } else if name.ends_with(".rs")
            && !["tests.rs", "entry_points.rs", "build.rs"].contains(&&*name)
        {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Every possible change of a file.
fn changes(text: &str) -> syn::Result<Vec<Change>> {
    let file = syn::parse_file(text)?;
    let mut finder = Finder {
        text,
        found: Vec::new(),
    };
    finder.visit_file(&file);
    Ok(finder.found)
}

struct Finder<'t> {
    text: &'t str,
    found: Vec<Change>,
}

fn is_of_tests(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| {
        let list = attr.meta.require_list();
        attr.path().is_ident("test")
            || attr.path().is_ident("cfg")
                && list.is_ok_and(|list| list.tokens.to_string().contains("test"))
    })
}

impl Finder<'_> {
    fn code(&self, span: Span) -> &str {
        &self.text[span.byte_range()]
    }

    fn add(&mut self, what: &'static str, span: Span, replace: String) {
        let find = self.code(span).to_owned();
        if find != replace {
            let at = span.byte_range();
            self.found.push(Change {
                at,
                find,
                replace,
                what,
            });
        }
    }

    /// A function that returns at once.
    fn early(&mut self, signature: &Signature, block: &Block) {
        let Some(first) = block
            .stmts
            .first()
            .filter(|_| signature.constness.is_none())
        else {
            return;
        };
        let returned = match &signature.output {
            ReturnType::Default => "return;",
            ReturnType::Type(_, of) => match &**of {
                Type::Path(path) => match path.path.segments.last() {
                    Some(last) if last.ident == "bool" => "return true;",
                    Some(last) if last.ident == "Option" => "return None;",
                    Some(last) if last.ident == "Result" => "return Ok(Default::default());",
                    _ => "return Default::default();",
                },
                _ => return,
            },
        };
        let start = first.span().byte_range().start;
        self.found.push(Change {
            at: start..start,
            find: ";".into(),
            replace: returned.into(),
            what: "ends at once",
        });
    }

    fn binary(&mut self, expr: &syn::ExprBinary) {
        let (left, right) = (self.code(expr.left.span()), self.code(expr.right.span()));
        let other = match expr.op {
            BinOp::Eq(_) => "!=",
            BinOp::Ne(_) => "==",
            BinOp::Lt(_) => "<=",
            BinOp::Le(_) => "<",
            BinOp::Gt(_) => ">=",
            BinOp::Ge(_) => ">",
            BinOp::Add(_) => "-",
            BinOp::Sub(_) => "+",
            BinOp::Mul(_) => "+",
            BinOp::Div(_) => "*",
            BinOp::And(_) => "||",
            BinOp::Or(_) => "&&",
            BinOp::BitAnd(_) => "|",
            BinOp::BitOr(_) => "&",
            BinOp::Shl(_) => ">>",
            BinOp::Shr(_) => "<<",
            BinOp::AddAssign(_) => "-=",
            BinOp::SubAssign(_) => "+=",
            _ => return,
        };
        let replace = format!("{left} {other} {right}");
        // A condition with `let` is not an expression.
        if !has_let(&Expr::Binary(expr.clone())) {
            self.add("operator", expr.span(), replace);
        }
    }

    fn swapped(&mut self, call: Span, args: Vec<Span>) {
        for pair in args.windows(2) {
            let (all, one, other) = (
                call.byte_range(),
                pair[0].byte_range(),
                pair[1].byte_range(),
            );
            let text = self.text;
            let replace = [
                &text[all.start..one.start],
                &text[other.clone()],
                &text[one.end..other.start],
                &text[one.clone()],
                &text[other.end..all.end],
            ]
            .concat();
            self.add("arguments swapped", call, replace);
        }
    }
}

fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        Expr::Paren(inner) => has_let(&inner.expr),
        _ => false,
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_of_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let debug = |path: &syn::Path| {
            path.segments
                .last()
                .is_some_and(|last| last.ident == "Debug")
        };
        let told = item.trait_.as_ref().is_some_and(|(_, path, _)| debug(path));
        if !told && !is_of_tests(&item.attrs) {
            visit::visit_item_impl(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_of_tests(&item.attrs) && item.sig.constness.is_none() {
            self.early(&item.sig, &item.block);
            self.visit_block(&item.block);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !is_of_tests(&item.attrs) && item.sig.constness.is_none() {
            self.early(&item.sig, &item.block);
            self.visit_block(&item.block);
        }
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = item
            .default
            .as_ref()
            .filter(|_| item.sig.constness.is_none())
        {
            self.early(&item.sig, block);
            self.visit_block(block);
        }
    }

    // Constant expressions and patterns cannot have a switch.
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_attribute(&mut self, _: &'ast Attribute) {}
    fn visit_item_enum(&mut self, _: &'ast syn::ItemEnum) {}

    fn visit_block(&mut self, block: &'ast Block) {
        for stmt in &block.stmts {
            if let Stmt::Expr(
                Expr::Call(_)
                | Expr::MethodCall(_)
                | Expr::Assign(_)
                | Expr::Await(_)
                | Expr::Try(_),
                Some(_),
            ) = stmt
            {
                self.add("statement left out", stmt.span(), "{}".into());
            }
        }
        visit::visit_block(self, block);
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Binary(binary) => self.binary(binary),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
                let inner = self.code(unary.expr.span()).to_owned();
                self.add("`!` left out", expr.span(), inner);
            }
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(number) => {
                    if let Ok(value) = number.base10_parse::<u64>() {
                        let suffix = number.suffix();
                        self.add("number", expr.span(), format!("{}{suffix}", value + 1));
                        if value > 0 {
                            self.add("number", expr.span(), format!("{}{suffix}", value - 1));
                        }
                    }
                }
                Lit::Bool(truth) => self.add("truth", expr.span(), (!truth.value).to_string()),
                _ => {}
            },
            Expr::If(choice) if !has_let(&choice.cond) => {
                let cond = format!("!({})", self.code(choice.cond.span()));
                self.add("condition turned round", choice.cond.span(), cond);
            }
            Expr::Call(call) => {
                self.swapped(expr.span(), call.args.iter().map(Spanned::span).collect());
            }
            Expr::MethodCall(call) => {
                self.swapped(expr.span(), call.args.iter().map(Spanned::span).collect());
                let other = match call.method.to_string().as_str() {
                    "min" => "max",
                    "max" => "min",
                    "any" => "all",
                    "all" => "any",
                    "is_some" => "is_none",
                    "is_none" => "is_some",
                    "is_ok" => "is_err",
                    "is_err" => "is_ok",
                    "first" => "last",
                    "last" => "first",
                    "is_some_and" => "is_none_or",
                    "is_none_or" => "is_some_and",
                    "take_while" => "skip_while",
                    "starts_with" => "ends_with",
                    "trim_start" => "trim_end",
                    "skip" => "take",
                    _ => "",
                };
                if !other.is_empty() {
                    let (all, name) = (expr.span().byte_range(), call.method.span().byte_range());
                    let text = self.text;
                    let replace = [
                        &text[all.start..name.start],
                        other,
                        &text[name.end..all.end],
                    ];
                    self.add("method", expr.span(), replace.concat());
                }
            }
            Expr::Match(choice) => {
                let bodies: Vec<Span> = choice.arms.iter().map(|arm| arm.body.span()).collect();
                for (nth, arm) in choice.arms.iter().enumerate() {
                    if let (Some(_), true) = (arm.comma, bodies.len() > 1) {
                        let other = self.code(bodies[(nth + 1) % bodies.len()]).to_owned();
                        self.add("another arm", arm.body.span(), other);
                    }
                }
            }
            Expr::Repeat(repeat) => return self.visit_expr(&repeat.expr),
            _ => {}
        }
        visit::visit_expr(self, expr);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_found_in_code_alone() {
        let text = "
const FIVE: usize = 5;
fn f(a: usize, b: usize) -> bool {
    g(a, b);
    if a > 1 && !h(b) { return true; }
    match a { 0 => false, 7 => true, }
}
#[cfg(test)]
mod tests { fn t() { assert!(1 + 1 == 2); } }
";
        let found = changes(text).unwrap();
        let mut told: Vec<String> = found
            .iter()
            .map(|one| format!("{} -> {}", one.find, one.replace))
            .collect();
        told.sort();
        let expected = [
            "!h(b) -> h(b)",
            "1 -> 0",
            "1 -> 2",
            "; -> return true;",
            "a > 1 && !h(b) -> !(a > 1 && !h(b))",
            "a > 1 && !h(b) -> a > 1 || !h(b)",
            "a > 1 -> a >= 1",
            "false -> true",
            "false -> true",
            "g(a, b) -> g(b, a)",
            "g(a, b); -> {}",
            "true -> false",
            "true -> false",
            "true -> false",
        ];
        assert_eq!(told, expected);
    }
}
