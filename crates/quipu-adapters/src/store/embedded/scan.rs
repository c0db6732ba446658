//! Products of a query with codes and vectors, and the nearest codes of a file in one pass.
//!
//! The loops are compiled twice, once for processors that multiply many small numbers at once; which
//! run is decided when the program runs. Cost: one pass over the codes, at the speed of memory
//! where they are many.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

use quipu_kernel::rank::codes::CodeQuery;
use quipu_kernel::rank::quantise::QuantisedQuery;

/// Codes are compared with the query in blocks, most of which hold nothing near.
const BLOCK: usize = 256;
/// Prefetch distance in bytes: the scan takes two thirds of its time without.
#[cfg(target_arch = "x86_64")]
const AHEAD: usize = 1_024;
/// Bytes that memory gives at once.
#[cfg(target_arch = "x86_64")]
const LINE: usize = 64;

/// The `count` nearest of some chunks, kept while they come by.
pub(super) struct Nearest {
    count: usize,
    /// The score that a chunk must exceed to be among them.
    least: f32,
    found: Vec<(f32, u32)>,
}

impl Nearest {
    pub(super) fn new(count: usize) -> Self {
        Self { count, least: f32::NEG_INFINITY, found: Vec::with_capacity(2 * count) }
    }

    /// Takes a chunk into account; chunks come in the order of their ids, so that of equals the first
    /// stay.
    pub(super) fn see(&mut self, near: f32, chunk: u32) {
        if near > self.least && self.count > 0 {
            self.found.push((near, chunk));
            if self.found.len() >= 2 * self.count {
                self.shorten();
            }
        }
    }

    fn shorten(&mut self) {
        if self.found.len() > self.count {
            let order = |a: &(f32, u32), b: &(f32, u32)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
            self.least = self.found.select_nth_unstable_by(self.count - 1, order).1.0;
            self.found.truncate(self.count);
        }
    }

    /// The chunks, in no order.
    pub(super) fn chunks(mut self) -> impl Iterator<Item = u32> {
        self.shorten();
        self.found.into_iter().map(|(_, chunk)| chunk)
    }
}

/// The chunks of `codes`, one in each `stride` bytes, that are among the `count` nearest of those
/// admitted, in no order; found by this number of threads.
pub(super) fn nearest(
    codes: &[u8],
    stride: usize,
    query: &CodeQuery,
    count: usize,
    admitted: impl Fn(u32) -> bool + Sync,
    threads: usize,
) -> impl Iterator<Item = u32> {
    let stride = stride.max(1);
    let slots = codes.len() / stride;
    let share = slots.div_ceil(threads.max(1)).next_multiple_of(BLOCK);
    let scan = |part: usize| {
        let (from, to) = ((part * share).min(slots), ((part + 1) * share).min(slots));
        scan(&codes[from * stride..to * stride], from as u32, stride, query, count, &admitted)
    };
    let nearest = std::thread::scope(|scope| {
        let scan = &scan;
        let others: Vec<_> = (1..threads).map(|part| scope.spawn(move || scan(part))).collect();
        let mut nearest = scan(0);
        for other in others {
            let other = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            nearest.found.extend(other.found);
        }
        nearest
    });
    nearest.chunks()
}

/// The nearest of the chunks of `codes`, the first of which is `first`.
fn scan(
    codes: &[u8],
    first: u32,
    stride: usize,
    query: &CodeQuery,
    count: usize,
    admitted: impl Fn(u32) -> bool,
) -> Nearest {
    let mut nearest = Nearest::new(count);
    let mut near = [0.0; BLOCK];
    for (block, first) in codes.chunks(stride * BLOCK).zip((first..).step_by(BLOCK)) {
        let near = &mut near[..block.len() / stride];
        products(block, stride, query, near);
        let most = near.iter().fold(f32::NEG_INFINITY, |most, near| most.max(*near));
        if most > nearest.least {
            for (near, chunk) in near.iter().zip(first..) {
                if *near > nearest.least && admitted(chunk) {
                    nearest.see(*near, chunk);
                }
            }
        }
    }
    nearest
}

/// The product of a query with a vector as it is stored.
pub(super) fn cosine(query: &QuantisedQuery, scale: f32, bytes: &[i8]) -> f32 {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        #[allow(unsafe_code)] // The processor was asked just now.
        return unsafe { query.dot_wide(scale, bytes) };
    }
    query.dot(scale, bytes)
}

/// The product of each code with the query.
fn products(codes: &[u8], stride: usize, query: &CodeQuery, out: &mut [f32]) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        #[allow(unsafe_code)] // The processor was asked just now.
        return unsafe { wide(codes, stride, query, out) };
    }
    plain(codes, stride, query, out);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn wide(codes: &[u8], stride: usize, query: &CodeQuery, out: &mut [f32]) {
    for (out, code) in out.iter_mut().zip(codes.chunks_exact(stride)) {
        for line in (AHEAD..AHEAD + stride).step_by(LINE) {
            // Only a hint, valid for any address; newer compilers know that.
            #[allow(unsafe_code, unused_unsafe)]
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(code.as_ptr().wrapping_add(line).cast());
            }
        }
        *out = query.dot_wide(code);
    }
}

fn plain(codes: &[u8], stride: usize, query: &CodeQuery, out: &mut [f32]) {
    for (out, code) in out.iter_mut().zip(codes.chunks_exact(stride)) {
        *out = query.dot(code);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use quipu_kernel::rank::codes::{stride, write};
    use quipu_kernel::rank::quantise::Quantised;

    use super::*;

    proptest! {
        #[test]
        fn cosines_are_the_same_on_every_processor(pairs in prop::collection::vec((-1.0f32..1.0, any::<i8>()), 0..5_000)) {
            let (query, bytes): (Vec<f32>, Vec<i8>) = pairs.into_iter().unzip();
            let query = QuantisedQuery::new(&query);
            prop_assert_eq!(cosine(&query, 0.01, &bytes), query.dot(0.01, &bytes));
        }

        #[test]
        fn the_nearest_are_those_of_a_sorted_list(
            vectors in prop::collection::vec(prop::collection::vec(-1.0f32..1.0, 5), 0..700),
            query in prop::collection::vec(-1.0f32..1.0, 5),
            count in 0usize..50,
            odd: bool,
            threads in 1usize..4,
        ) {
            let (stride, query) = (stride(5), CodeQuery::new(&QuantisedQuery::new(&query)));
            let mut codes = Vec::new();
            // Some stand twice, so that there are ties.
            vectors.iter().for_each(|vector| write(&Quantised::new(vector), &mut codes));
            codes.extend_from_within(..);
            let admitted = |chunk: u32| !odd || chunk % 2 == 1;
            let mut naive: Vec<(f32, u32)> = codes.chunks(stride).map(|code| query.dot(code)).zip(0..).collect();
            naive.retain(|(_, chunk)| admitted(*chunk));
            naive.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            let mut naive: Vec<u32> = naive.into_iter().take(count).map(|(_, chunk)| chunk).collect();
            naive.sort_unstable();
            let mut found: Vec<u32> = nearest(&codes, stride, &query, count, admitted, threads).collect();
            found.sort_unstable();
            prop_assert_eq!(found, naive);
        }
    }
}
