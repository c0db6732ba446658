//! Token counts, where the server reports none: counted as by o200k, which is precise enough for budgets
//! and windows. The first count builds a table, which takes a tenth of a second and 25 MB: where an
//! approximation is enough, bytes are counted.

use quipu_kernel::split::Encoding;

use crate::base::ports::{Prompt, Shape, Tool, Turn};

/// Tokens that a server adds to each turn.
const TURN: u64 = 4;

/// Tokens of a text.
pub fn of(text: &str) -> u64 {
    Encoding::O200k.count(text)
}

/// Tokens of a prompt, its schema and tools included.
pub fn of_prompt(prompt: &Prompt) -> u64 {
    let turns: u64 = prompt.turns.iter().map(|turn| each(turn, of) + TURN).sum();
    turns + beside(prompt, of)
}

/// The count of the texts of a turn.
fn each(turn: &Turn, count: impl Fn(&str) -> u64) -> u64 {
    turn.texts().map(|text| count(&text)).sum()
}

/// The count of a prompt's parts besides its turns: its schema and its tools.
fn beside(prompt: &Prompt, count: impl Fn(&str) -> u64) -> u64 {
    let schema = match &prompt.shape {
        Shape::Prose => 0,
        Shape::Json { schema, .. } => count(schema.written().get()),
    };
    let tool =
        |tool: &Tool| count(&tool.name) + count(&tool.description) + count(tool.parameters.written().get()) + TURN;
    schema + prompt.tools.iter().map(tool).sum::<u64>()
}

/// Estimated tokens of a text: four bytes each, as in most languages.
pub fn near(text: &str) -> u64 {
    near_bytes(text.len())
}

fn near_bytes(bytes: usize) -> u64 {
    bytes.div_ceil(4) as u64
}

/// Estimated tokens of a prompt.
pub fn near_prompt(prompt: &Prompt) -> u64 {
    let (counted, tokens) = prompt.counted.unwrap_or_default();
    let turns = prompt.turns.iter().skip(counted).map(|turn| turn.texts().map(|text| text.len()).sum());
    // What a server has counted holds the tools too.
    let tools = prompt.tools.iter().filter(|_| counted == 0);
    let tools = tools.map(|tool| tool.description.len() + tool.parameters.written().get().len());
    tokens + near_turns(turns) + near_turns(tools)
}

/// Estimated tokens of a prompt, its schema included, as shown before a call: a quarter more than the plain estimate.
pub fn foretold(prompt: &Prompt) -> u64 {
    let schema = match &prompt.shape {
        Shape::Prose => 0,
        Shape::Json { schema, .. } => near(schema.written().get()),
    };
    (near_prompt(prompt) + schema) * 5 / 4
}

/// Number of leading items, of the given token counts, that fit into a budget.
pub(crate) fn held(sizes: impl IntoIterator<Item = u64>, most: u64) -> usize {
    let mut left = Some(most);
    let fits = |size: &u64| {
        left = left.and_then(|left| left.checked_sub(*size));
        left.is_some()
    };
    sizes.into_iter().take_while(fits).count()
}

/// Estimated tokens of the turns of a prompt, given the bytes of each.
pub(crate) fn near_turns(turns: impl IntoIterator<Item = usize>) -> u64 {
    turns.into_iter().map(|bytes| near_bytes(bytes) + TURN).sum()
}

/// The number of tokens if each byte were one, without the schema.
pub(crate) fn bytes(prompt: &Prompt) -> u64 {
    let tool = |tool: &Tool| tool.name.len() + tool.description.len() + tool.parameters.written().get().len();
    let turns: u64 = prompt.turns.iter().map(|turn| each(turn, |text| text.len() as u64) + TURN).sum();
    turns + prompt.tools.iter().map(|one| tool(one) as u64 + TURN).sum::<u64>()
}

/// An upper bound of a prompt's tokens, without its schema: more than [`of_prompt`] counts, less than
/// the number of bytes. The server's count is used where it is known.
pub(crate) fn at_most(prompt: &Prompt) -> u64 {
    let (counted, tokens) = prompt.counted.unwrap_or_default();
    let turns = prompt.turns.iter().skip(counted).map(|turn| each(turn, most) + TURN).sum::<u64>();
    // Without a schema that a prompt may have, which many servers do not count.
    let tools = Prompt { tools: prompt.tools.clone(), ..Prompt::default() };
    tokens + turns + if counted == 0 { beside(&tools, most) } else { 0 }
}

/// As [`at_most`], with its schema: the reservation from a budget.
pub(crate) fn at_most_all(prompt: &Prompt) -> u64 {
    match &prompt.shape {
        Shape::Prose => at_most(prompt),
        Shape::Json { schema, .. } => at_most(prompt) + most(schema.written().get()),
    }
}

/// A word takes a token and one more for each four letters beyond its fourth, a number one for three digits,
/// signs one and a half one for each that follows, and a letter beyond Latin one for two bytes; of all
/// that a fifth more.
fn most(text: &str) -> u64 {
    // Tokens, doubled; and how many letters, digits or signs have followed each other.
    let (mut halves, mut run, mut before) = (0_u64, 0_u64, b' ');
    for byte in text.bytes() {
        let sort = match byte {
            b'a'..=b'z' | b'A'..=b'Z' => b'a',
            b'0'..=b'9' => b'0',
            b' ' => b' ',
            0x80.. => 0x80,
            _ => b'.',
        };
        run = if sort == before { run + 1 } else { 0 };
        before = sort;
        halves += match sort {
            b'a' => 2 * u64::from(run % 4 == 0),
            b'0' => 2 * u64::from(run % 3 == 0),
            b'.' => 1 + u64::from(run == 0),
            b' ' => 0,
            _ => 1,
        };
    }
    (halves * 6).div_ceil(10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::ports::Usage;

    #[test]
    fn what_is_told_as_the_most_is_not_exceeded() {
        let all = [
            "Ilse Varga cast the bell of the tower in 1911; it was heard as far as Tarnfeld, 12 km away.",
            "Линзу шлифовал Матвей Лагунов, смотритель Сивого маяка, зимой 1934 года.",
            r#"{"entities": [{"name": "Ada Lovelace", "type": "person", "description": "She wrote to Babbage."}]}"#,
            "fn main() {\n    let x = vec![1, 2, 3];\n    println!(\"{x:?}\");\n}\n",
            "Die Donaudampfschifffahrtsgesellschaft beförderte Fahrgäste. L'été, à Évian, où l'on flâne.",
            "時計塔の鐘は一九一一年に鋳造された。",
            "",
        ];
        for text in all {
            assert!(most(text) >= of(text), "{text}: {} of {}", of(text), most(text));
        }
        let prompt = Prompt::new("", all.join(" "), 1);
        let (known, usage) =
            (prompt.clone().replied("Yes.", Usage { input: 7, output: 2, told: true }), Usage::default());
        assert_eq!((at_most(&known), near_prompt(&known)), (9, 9), "what a server counted is so many");
        assert!(
            at_most(&prompt.clone().replied("Yes.", usage)) > at_most(&prompt),
            "what it did not tell is not known"
        );
        let parameters = serde_json::json!({ "type": "object", "properties": { "q": { "type": "string" } } });
        let offered = prompt.clone().with_tools(vec![Tool::new("look", "Looks.", parameters)]);
        for count in [of_prompt, near_prompt, bytes, at_most, at_most_all] {
            assert!(count(&offered) > count(&prompt), "tools are read, too");
        }
        assert!(at_most_all(&offered) >= of_prompt(&offered) && bytes(&offered) >= of_prompt(&offered));
        let sum = |count: fn(&str) -> u64| all.iter().map(|text| count(text)).sum::<u64>();
        assert!(sum(most) < 2 * sum(of), "{} of {}", sum(of), sum(most));
    }
}
