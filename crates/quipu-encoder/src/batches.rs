//! Texts in batches of like length, spread over threads.
//!
//! Sorted by length, so that padding wastes little and work without padding is even; results are put back in
//! the order of the texts, so neither batches nor threads are seen from outside.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Texts in the order in which they are run, and the ranges of that order that are run together.
pub(crate) struct Batches {
    pub(crate) order: Vec<usize>,
    pub(crate) ranges: Vec<Range<usize>>,
}

impl Batches {
    /// Batches of at most `most` tokens, padding counted, but of at least one text; the longest first.
    pub(crate) fn new(lengths: &[usize], most: usize) -> Self {
        let mut order: Vec<usize> = (0..lengths.len()).collect();
        order.sort_by_key(|at| (std::cmp::Reverse(lengths[*at]), *at));
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for (place, at) in order.iter().enumerate() {
            match ranges.last_mut() {
                Some(last) if (place + 1 - last.start) * lengths[order[last.start]] <= most => last.end = place + 1,
                _ => {
                    debug_assert!(lengths[*at] > 0, "a text has tokens");
                    ranges.push(place..place + 1);
                }
            }
        }
        Self { order, ranges }
    }
}

/// `work(i)` for each `i` below `count`, in order, on `threads` threads; `start` makes the state of each thread.
pub(crate) fn spread<S, R: Send>(
    count: usize,
    threads: NonZeroUsize,
    start: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut state = start();
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= count {
                return done;
            }
            done.push((at, work(&mut state, at)));
        }
    };
    let mut done = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads.get().min(count)).map(|_| scope.spawn(run)).collect();
        let mut done = run();
        for other in others {
            match other.join() {
                Ok(more) => done.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        done
    });
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_text_is_in_one_batch_that_is_not_too_large(lengths in prop::collection::vec(1_usize..90, 0..60), most in 1_usize..300) {
            let batches = Batches::new(&lengths, most);
            let mut seen = batches.order.clone();
            seen.sort_unstable();
            prop_assert_eq!(seen, (0..lengths.len()).collect::<Vec<_>>());
            let mut end = 0;
            for range in &batches.ranges {
                prop_assert_eq!(range.start, end);
                end = range.end;
                let longest = range.clone().map(|place| lengths[batches.order[place]]).max().unwrap_or_default();
                prop_assert!(range.len() == 1 || longest * range.len() <= most);
            }
            prop_assert_eq!(end, lengths.len());
        }

        #[test]
        fn work_comes_back_in_order(count in 0_usize..50, threads in 1_usize..5) {
            let threads = NonZeroUsize::new(threads).expect("at least one");
            let squares = spread(count, threads, || (), |(), at| at * at);
            prop_assert_eq!(squares, (0..count).map(|at| at * at).collect::<Vec<_>>());
        }
    }
}
