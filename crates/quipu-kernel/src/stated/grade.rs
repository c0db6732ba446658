//! How good evidence is for a question, 1 to 5, without a model: by what share of the question one sentence says, and whether
//! an answer of the sort that is asked for stands in it (evidence grading).

use super::families::is_weak;
use super::find::is_known;
use super::pieces::Piece;
use super::wanted::AskedFact;

/// From this grade on evidence answers.
pub const ENOUGH: u8 = 3;

/// The grade of what a clause was found to say.
pub fn of_finding(covered: f64, sorted: bool) -> u8 {
    match () {
        () if covered >= 0.9 && sorted => 5,
        () if covered >= 0.7 => 4,
        () => 3,
    }
}

/// The grade of sentences that were chosen by their words alone: each with the words of its title.
pub fn of_sentences(wanted: &AskedFact, sentences: &[Vec<Piece>]) -> u8 {
    let weight = |key: &String| if is_weak(key) { 0.3 } else { 1.0 };
    let says = |key: &String, of: &[Piece]| of.iter().any(|piece| piece.key == *key);
    let all: f64 = wanted.keys.iter().map(weight).sum::<f64>() + 2.0 * f64::from(u8::from(!wanted.known.is_empty()));
    let share = |of: &[Piece]| {
        let named = wanted.known.iter().all(|word| of.iter().any(|piece| is_known(piece, word)));
        let said: f64 = wanted.keys.iter().filter(|key| says(key, of)).map(weight).sum();
        let known = if wanted.known.is_empty() || !named { 0.0 } else { 2.0 };
        if all == 0.0 { 0.0 } else { (said + known) / all }
    };
    let best = sentences.iter().map(|one| share(one)).fold(0.0, f64::max);
    let together = share(&sentences.concat());
    let rest = wanted.keys.is_empty() || wanted.keys.iter().any(|key| sentences.iter().any(|one| says(key, one)));
    match () {
        () if !rest => 2,
        () if best >= 0.9 => 5,
        () if best >= 0.7 => 4,
        () if together >= 0.7 => 3,
        () if together >= 0.4 => 2,
        () => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::super::pieces::pieces;
    use super::super::wanted::wanted;
    use super::*;

    #[test]
    fn a_sentence_that_says_all_that_is_asked_is_graded_best() {
        let asked = wanted(&pieces("When was the Oka bridge opened?", &[]));
        let grade = |text: &str| of_sentences(&asked, &[pieces(text, &[])]);
        assert_eq!(grade("The Oka bridge was opened in 1931."), 5);
        assert!(grade("The Oka bridge is painted green.") < ENOUGH && grade("The Neva is long.") < ENOUGH);
    }
}
