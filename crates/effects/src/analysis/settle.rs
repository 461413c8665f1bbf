//! Reduces an effect to certain variants of the rules: for texts, and for the program of one table.

use crate::analysis::fold::fold_effect;
use crate::tree::{Block, Effect, Expr, Only, Options, Stmt, StmtKind, Var};
use crate::{Handler, Lexicon, Program, compile};
use std::collections::BTreeMap;

/// The effect for the variants in the lexicon's phrases, reduced to what can then happen.
pub(crate) fn settled(lexicon: &Lexicon, effect: &Effect) -> Effect {
    let Some((noun, holds)) = lexicon.phrases.variants else {
        return effect.clone();
    };
    settle(effect, noun, holds)
}

/// The effect for known variants: the noun that reads them, and the variants in use as a bit mask.
fn settle(effect: &Effect, noun: u8, holds: u64) -> Effect {
    let mut settle = Settle {
        noun,
        holds,
        known: BTreeMap::new(),
    };
    let body = settle.block(&effect.body);
    let answer = effect.answer.as_ref().map(|answer| settle.expr(answer));
    fold_effect(&Effect {
        at: effect.at,
        params: effect.params,
        body,
        answer,
    })
}

impl Handler {
    /// The handler's program for a table with known rule variants: `noun` is the noun of the lexicon that reads them,
    /// and `holds` has one bit for each variant in use.
    pub fn program_under(&self, lexicon: &Lexicon, noun: u8, holds: u64) -> Program {
        let settled = self
            .effect
            .as_ref()
            .and_then(|effect| compile(&settle(effect, noun, holds), lexicon.verbs).ok());
        settled.unwrap_or_else(|| self.program.clone())
    }
}

struct Settle {
    noun: u8,
    holds: u64,
    /// The variables that contain a variant, with their values.
    known: BTreeMap<Var, i16>,
}

impl Settle {
    fn holds(&self, variant: i16) -> bool {
        u32::try_from(variant).is_ok_and(|bit| self.holds.checked_shr(bit).unwrap_or(0) & 1 == 1)
    }

    fn block(&mut self, block: &Block) -> Block {
        block
            .iter()
            .filter_map(|stmt| {
                Some(Stmt {
                    at: stmt.at,
                    what: self.what(&stmt.what)?,
                })
            })
            .collect()
    }

    fn what(&mut self, what: &StmtKind) -> Option<StmtKind> {
        Some(match what {
            StmtKind::Read { var, noun, args } => match args.as_slice() {
                [Expr::Fixed(variant)] if *noun == self.noun => {
                    self.known.insert(*var, self.holds(*variant).into());
                    return None;
                }
                args => StmtKind::Read {
                    var: *var,
                    noun: *noun,
                    args: self.exprs(args),
                },
            },
            StmtKind::Do { verb, args } => StmtKind::Do {
                verb: *verb,
                args: self.exprs(args),
            },
            StmtKind::Each {
                var,
                of,
                turn,
                body,
            } => StmtKind::Each {
                var: *var,
                of: of.map(|one| self.expr(one)),
                turn,
                body: self.block(body),
            },
            StmtKind::ChooseSome {
                var,
                by,
                of,
                count,
                up_to,
                body,
            } => StmtKind::ChooseSome {
                var: *var,
                by: self.expr(by),
                of: self.options(of),
                count: self.expr(count),
                up_to: *up_to,
                body: self.block(body),
            },
            StmtKind::Repeat { times, body } => StmtKind::Repeat {
                times: self.expr(times),
                body: self.block(body),
            },
            StmtKind::Gather {
                var,
                item,
                of,
                how,
                body,
                value,
            } => {
                // Process the body first: the value needs to know what it reads.
                let of = of.map(|one| self.expr(one));
                let body = self.block(body);
                let value = self.expr(value);
                StmtKind::Gather {
                    var: *var,
                    item: *item,
                    of,
                    how: *how,
                    body,
                    value,
                }
            }
            StmtKind::Toss { var } => StmtKind::Toss { var: *var },
            StmtKind::When {
                truth,
                then,
                otherwise,
            } => StmtKind::When {
                truth: self.expr(truth),
                then: self.block(then),
                otherwise: self.block(otherwise),
            },
            StmtKind::Choose {
                var,
                by,
                from,
                optional,
                body,
            } => StmtKind::Choose {
                var: *var,
                by: self.expr(by),
                from: self.options(from),
                optional: *optional,
                body: self.block(body),
            },
        })
    }

    fn options(&mut self, from: &Options) -> Options {
        match from {
            Options::Set(set, thing) => Options::Set(self.expr(set), *thing),
            Options::Numbers(low, high) => Options::Numbers(self.expr(low), self.expr(high)),
            Options::Listed { noun, args, only } => Options::Listed {
                noun: *noun,
                args: self.exprs(args),
                only: only.as_ref().map(|only| {
                    let body = self.block(&only.body);
                    let truth = self.expr(&only.truth);
                    let item = only.item;
                    Only { item, body, truth }
                }),
            },
            Options::Labels(labels) => Options::Labels(
                labels
                    .iter()
                    .map(|(name, open)| (name.clone(), self.expr(open)))
                    .collect(),
            ),
        }
    }

    fn exprs(&self, all: &[Expr]) -> Vec<Expr> {
        all.iter().map(|one| self.expr(one)).collect()
    }

    fn expr(&self, expr: &Expr) -> Expr {
        match expr {
            Expr::Var(var) => self
                .known
                .get(var)
                .map_or(Expr::Var(*var), |value| Expr::Fixed(*value)),
            Expr::BinOp(math, a, b) => {
                Expr::BinOp(*math, Box::new(self.expr(a)), Box::new(self.expr(b)))
            }
            Expr::Fixed(value) => Expr::Fixed(*value),
        }
    }
}
