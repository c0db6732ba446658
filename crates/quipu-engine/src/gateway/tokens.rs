//! Tokens, where the server does not tell them: counted as o200k would, which is near enough for budgets
//! and windows. To count the first one makes tables, which takes longer than a hundred calls do: where a
//! figure need only be near, bytes are counted.

use quipu_kernel::split::Encoding;

use crate::ports::{Prompt, Usage};

/// Tokens that a server adds to each turn.
const TURN: u64 = 4;

/// Tokens of a text.
pub fn of(text: &str) -> u64 {
    Encoding::O200k.count(text)
}

/// Tokens of a prompt, its schema included.
pub fn of_prompt(prompt: &Prompt) -> u64 {
    let turns: u64 = prompt.turns.iter().map(|turn| of(&turn.text) + TURN).sum();
    match &prompt.shape {
        crate::ports::Shape::Prose => turns,
        crate::ports::Shape::Json { schema, .. } => turns + of(&schema.to_string()),
    }
}

/// Tokens of a text, nearly: four bytes each, as in most languages.
pub fn near(text: &str) -> u64 {
    text.len().div_ceil(4) as u64
}

/// Tokens of a prompt, nearly.
pub fn near_prompt(prompt: &Prompt) -> u64 {
    prompt.turns.iter().map(|turn| near(&turn.text) + TURN).sum()
}

/// Both together.
pub(crate) fn sum(one: Usage, other: Usage) -> Usage {
    Usage { input: one.input + other.input, output: one.output + other.output, told: one.told && other.told }
}
