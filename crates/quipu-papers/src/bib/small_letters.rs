//! Raised and lowered letters as Unicode has them, so that no power becomes another number.

const RAISED: (&str, &str) = (
    "0123456789+-−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWβγδθφχ",
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᶿᵠᵡ",
);
const LOWERED: (&str, &str) = ("0123456789+-−=()aehijklmnoprstuvxβγρφχ", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ");

/// A text raised, or behind `^` where Unicode has not all of its letters raised.
pub(super) fn raised(text: &str) -> String {
    shifted(text, RAISED.0, RAISED.1, '^')
}

/// A text lowered, or behind `_`.
pub(super) fn lowered(text: &str) -> String {
    shifted(text, LOWERED.0, LOWERED.1, '_')
}

fn shifted(text: &str, plain: &str, small: &str, mark: char) -> String {
    let text = text.trim();
    let letter = |c: char| plain.chars().zip(small.chars()).find(|(known, _)| *known == c).map(|(_, small)| small);
    if let Some(small) = text.chars().map(letter).collect::<Option<String>>() {
        return small;
    }
    // A prime and a star are raised as they are.
    if text.chars().all(|c| matches!(c, '′' | '*' | '∗' | '†' | '⋆')) {
        return text.to_owned();
    }
    match text.chars().count() {
        1 => format!("{mark}{text}"),
        _ => format!("{mark}({text})"),
    }
}
