//! The grade of evidence for a question, 1 to 5, without a model: by the share of the question that one sentence
//! covers, and by the presence of an answer of the expected sort (evidence grading).

/// From this grade on evidence answers.
pub const ENOUGH: u8 = 3;
/// The grade of evidence that covers the whole question, with an answer of the expected sort.
pub const SUREST: u8 = 5;

/// The grade of a found clause.
pub fn of_finding(covered: f64, sorted: bool) -> u8 {
    match () {
        () if covered >= 0.9 && sorted => SUREST,
        () if covered >= 0.7 => 4,
        () => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_says_all_that_is_asked_in_the_sort_that_is_asked_for_is_graded_best() {
        assert_eq!(
            [of_finding(1.0, true), of_finding(1.0, false), of_finding(0.75, true), of_finding(0.6, true)],
            [5, 4, 4, 3]
        );
        assert!(of_finding(0.0, false) >= ENOUGH, "what was found at all was asked for");
    }
}
