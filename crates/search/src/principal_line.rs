//! Best play, kept while a search goes on.

/// The best line below each open position on the way down, one row a ply (the "triangular array").
///
/// Rows keep their memory, so after the first descents nothing is allocated.
#[derive(Debug)]
pub(crate) struct PrincipalLine<M> {
    rows: Vec<Vec<M>>,
}

impl<M: Copy> PrincipalLine<M> {
    pub(crate) fn new() -> Self {
        Self { rows: vec![Vec::new()] }
    }

    /// Forgets the line at a ply.
    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        if let Some(row) = self.rows.get_mut(ply) {
            row.clear();
        } else {
            self.grow(ply);
        }
    }

    /// Makes room for a ply that no line has reached yet.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, ply: usize) {
        self.rows.resize_with(ply + 1, Vec::new);
    }

    /// The best line at `ply` is now `chosen`, and then, if it goes on, the best line at the next ply.
    #[inline]
    pub(crate) fn raise(&mut self, ply: usize, chosen: M, goes_on: bool) {
        if self.rows.len() < ply + 2 {
            self.grow(ply + 1);
        }
        let (upper, lower) = self.rows.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(chosen);
        if goes_on {
            upper[ply].extend_from_slice(&lower[0]);
        }
    }

    /// The line at a ply.
    pub(crate) fn at(&self, ply: usize) -> &[M] {
        self.rows.get(ply).map_or(&[], Vec::as_slice)
    }

    /// Sets the line at a ply.
    pub(crate) fn set(&mut self, ply: usize, line: &[M]) {
        self.clear(ply);
        self.rows[ply].extend_from_slice(line);
    }
}
