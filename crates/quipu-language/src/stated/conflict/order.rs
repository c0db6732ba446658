//! Days of different precision, compared at the coarser one.

use quipu_kernel::model::Day;

/// True if two days cannot be equal.
pub(crate) fn apart(one: Day, other: Day) -> bool {
    if one.year != 0 && other.year != 0 && one.year != other.year {
        return true;
    }
    let differ = |a: u8, b: u8| a != 0 && b != 0 && a != b;
    differ(one.month, other.month)
        || !differ(one.month, other.month) && one.month != 0 && other.month != 0 && differ(one.day, other.day)
}

/// True if a day lies wholly before another.
pub(crate) fn before(one: Day, other: Day) -> bool {
    apart(one, other)
        && one.year != 0
        && other.year != 0
        && (one.year, one.month, one.day) < (other.year, other.month, other.day)
}
