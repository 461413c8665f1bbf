//! The tree of a search: the actions tried, with their visits and rewards.

/// The index for "no node".
pub(crate) const NONE: u32 = u32::MAX;
/// The number for chance in place of a seat.
pub(crate) const CHANCE: u8 = u8::MAX;
/// The weight of exploration, which tries rarely played actions, against exploitation; shares of a win are between 0
/// and 1.
const CURIOSITY: f64 = 0.6;

/// The statistics of an action after the actions that lead to it.
pub(crate) struct Node<A> {
    /// The action; `None` for a chance action that the searching seat does not see.
    pub(crate) action: Option<A>,
    /// The number of times the action was taken.
    pub(crate) visits: u32,
    /// The number of times the action could have been taken.
    pub(crate) available: u32,
    /// The sum of its rewards for the side that took it.
    pub(crate) sum: f64,
    /// The sum of the squares of its rewards.
    pub(crate) squares: f64,
    /// The side that took the action.
    pub(crate) side: u8,
    /// The seat that took the action, which may differ between worlds; [`CHANCE`] for chance.
    seat: u8,
    child: u32,
    next: u32,
    /// If the seat asked here has very many actions: those that are evaluated.
    pub(crate) wide: Option<Box<[A]>>,
}

/// A search tree; node 0 is the question being searched.
pub(crate) struct Tree<A> {
    nodes: Vec<Node<A>>,
}

impl<A: Copy + Eq> Tree<A> {
    pub(crate) fn new() -> Self {
        let mut tree = Tree { nodes: Vec::new() };
        tree.push(CHANCE, 0, None);
        tree
    }

    pub(crate) fn node(&self, at: u32) -> &Node<A> {
        &self.nodes[at as usize]
    }

    pub(crate) fn node_mut(&mut self, at: u32) -> &mut Node<A> {
        &mut self.nodes[at as usize]
    }

    fn push(&mut self, seat: u8, side: u8, action: Option<A>) -> u32 {
        self.nodes.push(Node {
            action,
            visits: 0,
            available: 0,
            sum: 0.0,
            squares: 0.0,
            side,
            seat,
            child: NONE,
            next: NONE,
            wide: None,
        });
        self.nodes.len() as u32 - 1
    }

    /// The children of a node.
    pub(crate) fn children(&self, of: u32) -> impl Iterator<Item = u32> + '_ {
        let link = |at: u32| (at != NONE).then_some(at);
        std::iter::successors(link(self.node(of).child), move |at| {
            link(self.node(*at).next)
        })
    }

    /// The child for an action, if it was tried.
    pub(crate) fn find(&self, of: u32, seat: u8, action: Option<A>) -> Option<u32> {
        self.children(of).find(|child| {
            let node = self.node(*child);
            node.seat == seat && node.action == action
        })
    }

    pub(crate) fn add(&mut self, to: u32, seat: u8, side: u8, action: Option<A>) -> u32 {
        let next = self.node(to).child;
        let at = self.push(seat, side, action);
        self.node_mut(at).next = next;
        self.node_mut(to).child = at;
        at
    }

    /// The priority of a child: its mean reward, plus a bonus that is larger the more rarely it was tried when
    /// available.
    pub(crate) fn promise(&self, child: u32) -> f64 {
        let node = self.node(child);
        let visits = f64::from(node.visits.max(1));
        node.sum / visits + CURIOSITY * (ln(node.available.max(1)) / visits).sqrt()
    }
}

/// An approximate natural logarithm, calculated so that it gives the same result on every machine: between powers of 2
/// it is linear.
fn ln(n: u32) -> f64 {
    let power = n.ilog2();
    let rest = f64::from(n) / f64::from(1u32 << power) - 1.0;
    (f64::from(power) + rest) * std::f64::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_near_enough_and_never_falls() {
        let mut last = 0.0;
        for n in 1..100_000u32 {
            let own = ln(n);
            assert!((own - f64::from(n).ln()).abs() < 0.07, "{n}: {own}");
            assert!(own >= last, "{n}");
            last = own;
        }
    }

    #[test]
    fn what_was_tried_seldom_and_what_went_well_is_promising() {
        let mut tree = Tree::new();
        let [seldom, often, bad] = ['s', 'o', 'b'].map(|action| tree.add(0, 1, 0, Some(action)));
        for (child, visits, sum) in [(seldom, 5, 2.5), (often, 50, 25.0), (bad, 50, 5.0)] {
            let node = tree.node_mut(child);
            (node.visits, node.sum, node.available) = (visits, sum, 105);
        }
        assert!(tree.promise(seldom) > tree.promise(often));
        assert!(tree.promise(often) > tree.promise(bad));
        assert_eq!(tree.children(0).count(), 3);
        assert_eq!(tree.find(0, 1, Some('o')), Some(often));
        assert_eq!(tree.find(0, 2, Some('o')), None);
        assert_eq!(tree.find(often, 1, Some('s')), None);
    }
}
