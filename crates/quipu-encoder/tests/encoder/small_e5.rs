//! The real multilingual-e5-small, from a package of 4-bit weights, against that package's own vectors.

use quipu_encoder::Side;
use serde::Deserialize;

use super::{cosine, encode, fetched, fixtures, open, runtimes};

#[derive(Deserialize)]
struct Line {
    text: String,
    side: String,
    tokens: usize,
    vector: Vec<f32>,
}

/// Texts that the package cuts otherwise than the original does: the empty one, of which the blank after the
/// prefix remains there; marks such as `<s>`, which are letters to it; letters that it does not compose.
const CUT_OTHERWISE: usize = 4;

#[test]
fn it_is_near_its_packages_vectors() {
    let Some(folder) = fetched("multilingual-e5-small", "e5") else { return };
    let lines = std::fs::read_to_string(fixtures().join("e5.jsonl")).expect("the fixtures are there");
    let lines: Vec<Line> = lines.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
    for runtime in runtimes() {
        let encoder = open(&folder, runtime.clone());
        let (mut alike, mut otherwise) = (Vec::new(), 0);
        for line in &lines {
            let side = if line.side == "question" { Side::Question } else { Side::Passage };
            let tokens = encoder.count_tokens(&line.text, side).expect("a text has tokens");
            let vectors = encode(&encoder, std::slice::from_ref(&line.text), side);
            let cosine = cosine(&vectors[0], &line.vector);
            if tokens == line.tokens {
                alike.push(cosine);
            } else {
                otherwise += 1;
                println!("{cosine:.4}, {tokens} tokens for {}: {:?}", line.tokens, line.text);
            }
        }
        let least = alike.iter().copied().fold(1.0, f64::min);
        let mean = alike.iter().sum::<f64>() / alike.len() as f64;
        println!("{runtime:?}: cosine {mean:.4} on average, {least:.4} at least, of {} texts", alike.len());
        assert!(least > 0.98, "{runtime:?}: {least}");
        assert!(otherwise <= CUT_OTHERWISE, "{otherwise} texts are cut otherwise");
    }
}
