//! Forms of verbs: from any form to the base, and from the base to the third person, in which predicates are shown.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// Irregular forms: base, then its other forms.
const IRREGULAR: &str = "\
be was were is are been being am 's 're|have has had having 've|do did done does|make made|win won|write wrote written|bear \
bore born borne|begin began begun|become became|come came|go went gone goes|take took taken|give gave given|lead led|leave \
left|meet met|hold held|sell sold|build built|send sent|keep kept|know knew known|see saw seen|say said|tell told|find \
found|fight fought|sing sang sung|run ran running|shoot shot|set setting|lose lost|teach taught|bring brought|buy \
bought|grow grew grown|draw drew drawn|fall fell fallen|feel felt|get got gotten getting|choose chose chosen|speak spoke \
spoken|spend spent|stand stood|understand understood|rise rose risen|break broke broken|die died dying|lie lay lying \
lain|overthrow overthrew overthrown|read|put putting|show shown|think thought|mean meant|pay paid|strike struck|seek \
sought|catch caught|deal dealt|drive drove driven|eat ate eaten|fly flew flown|forget forgot forgotten|hear heard|hide hid \
hidden|hit hitting|lend lent|let letting|ride rode ridden|ring rang rung|shake shook shaken|shut shutting|sink sank \
sunk|sit sat sitting|sleep slept|swim swam swum|throw threw thrown|wear wore worn|wind wound|withdraw withdrew \
withdrawn|undergo underwent undergone|undertake undertook undertaken|overcome overcame|override overrode overridden|split \
splitting|cut cutting|spread|cast|host hosted|cost|bind bound|feed fed|flee fled|forbid forbade forbidden|freeze froze \
frozen|light lit|steal stole stolen|swear swore sworn|tear tore torn|wake woke woken|tie tied tying|lay laid|rebuild \
rebuilt|remake remade|rewrite rewrote rewritten|succeed succeeded|wed|focus focused|develop developed|visit visited|edit \
edited|use used using|title titled|star starred starring|age aged aging|waste wasted|paste pasted|taste tasted|complete \
completed completing|delete deleted|compete competed|adhere adhered|interfere interfered|name named naming|bias biased|host hosted \
hosting|veto vetoed|shoe shod|dye dyed|sew sewn|program programmed programming|format formatted formatting|log logged \
logging|ship shipped shipping|map mapped mapping|wrap wrapped wrapping";

static FORMS: LazyLock<FxHashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let mut forms = FxHashMap::default();
    for verb in IRREGULAR.split('|') {
        let mut words = verb.split_whitespace();
        let base = words.next().unwrap_or_default();
        forms.insert(base, base);
        forms.extend(words.map(|form| (form, base)));
    }
    forms
});

/// All forms of the irregular verb that a form in lower case belongs to; none of a regular one.
pub(crate) fn irregular_forms(form: &str) -> impl Iterator<Item = &'static str> {
    let base = FORMS.get(form).copied();
    let verbs = IRREGULAR.split('|').filter(move |verb| verb.split_whitespace().next() == base);
    verbs.flat_map(str::split_whitespace)
}

/// The base of a verb's form in lower case.
pub(crate) fn lemma(form: &str) -> String {
    if let Some(base) = FORMS.get(form) {
        return (*base).to_owned();
    }
    if let Some(stem) = form.strip_suffix("ied").or_else(|| form.strip_suffix("ies")).filter(|stem| stem.len() > 1) {
        return format!("{stem}y");
    }
    for ending in ["ing", "ed"] {
        if let Some(stem) = form.strip_suffix(ending).filter(|stem| stem.len() > 1 && stem.contains(is_vowel)) {
            return base_of(stem);
        }
    }
    let sibilant = |stem: &str| stem.ends_with(['s', 'x', 'z']) || stem.ends_with("ch") || stem.ends_with("sh");
    match form.strip_suffix("es").filter(|stem| sibilant(stem) && base_of(stem) == *stem) {
        Some(stem) => stem.to_owned(),
        None if form.ends_with("ss") => form.to_owned(),
        None => form.strip_suffix('s').unwrap_or(form).to_owned(),
    }
}

fn is_vowel(c: char) -> bool {
    matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | 'y')
}

/// Stems whose doubled last letter is one in the base although others of that letter keep it.
const HALVED: [&str; 20] = [
    "controll", "compell", "expell", "propell", "patroll", "cancell", "travell", "labell", "modell", "rebell",
    "excell", "dispell", "signall", "fuell", "marshall", "channell", "tunnell", "levell", "enroll", "quarrell",
];
/// Ends of stems that lose no "e", although others that end alike do.
const WHOLE: [&str; 40] = [
    "treat", "heat", "beat", "peat", "feat", "seat", "cheat", "oat", "combat", "out", "put", "oad", "ead", "oid",
    "aid", "oud", "eed", "ear", "oar", "air", "our", "ain", "oin", "eam", "aim", "oom", "eak", "oak", "ook", "eap",
    "oap", "oop", "oup", "elop", "eal", "ail", "oil", "ool", "oul", "aul",
];
/// Ends of stems that have lost an "e".
const SHORTENED: [&str; 65] = [
    "v", "z", "c", "u", "as", "es", "is", "os", "us", "rs", "ns", "ls", "ps", "ys", "dg", "rg", "ag", "eg", "ig", "ug",
    "ang", "eng", "at", "ut", "cit", "vit", "unit", "writ", "not", "vot", "mot", "quot", "ad", "id", "ud", "od", "ced",
    "sed", "ar", "ir", "plor", "stor", "nor", "scor", "dor", "ur", "in", "pon", "hon", "tun", "am", "tim", "om", "um",
    "ak", "ik", "ok", "ap", "ip", "op", "yp", "bl", "cl", "ib", "ob",
];
/// More of them, before an "l".
const SHORTENED_L: [&str; 10] = ["dl", "fl", "gl", "kl", "pl", "tl", "zl", "il", "ul", "yl"];

/// The base of a stem that stood before "ed" or "ing".
fn base_of(stem: &str) -> String {
    let mut letters = stem.chars().rev();
    let (last, before) = (letters.next(), letters.next());
    if HALVED.contains(&stem) || last == before && last.is_some_and(|c| !is_vowel(c) && !"lszf".contains(c)) {
        return stem[..stem.len() - last.map_or(0, char::len_utf8)].to_owned();
    }
    let ends = |list: &[&str]| list.iter().any(|end| stem.ends_with(end));
    let whole = ends(&WHOLE) || last == before;
    if !whole && (ends(&SHORTENED) || ends(&SHORTENED_L)) { format!("{stem}e") } else { stem.to_owned() }
}

/// The third person of a base: "depend" gives "depends".
pub(crate) fn third_person(base: &str) -> String {
    match base {
        "be" => return "is".to_owned(),
        "have" => return "has".to_owned(),
        _ => {}
    }
    let hisses = ["s", "x", "z", "ch", "sh", "o"].iter().any(|end| base.ends_with(end));
    match base.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ if hisses => format!("{base}es"),
        _ => format!("{base}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_lead_to_their_base() {
        let pairs = [
            ("directed", "direct"),
            ("released", "release"),
            ("created", "create"),
            ("played", "play"),
            ("married", "marry"),
            ("wrote", "write"),
            ("using", "use"),
            ("planned", "plan"),
            ("called", "call"),
            ("provides", "provide"),
            ("passes", "pass"),
            ("developed", "develop"),
            ("located", "locate"),
            ("produced", "produce"),
            ("joined", "join"),
            ("required", "require"),
            ("published", "publish"),
            ("competed", "compete"),
            ("offered", "offer"),
            ("based", "base"),
            ("featured", "feature"),
            ("handles", "handle"),
            ("handled", "handle"),
            ("died", "die"),
            ("studied", "study"),
            ("closing", "close"),
            ("appeared", "appear"),
            ("repeated", "repeat"),
            ("controlled", "control"),
            ("belongs", "belong"),
            ("managed", "manage"),
            ("included", "include"),
            ("loaded", "load"),
            ("contained", "contain"),
        ];
        for (form, base) in pairs {
            assert_eq!(lemma(form), base, "{form}");
        }
    }

    #[test]
    fn predicates_stand_in_the_third_person() {
        let forms = ["depend", "use", "carry", "play", "pass", "go", "be"].map(third_person);
        assert_eq!(forms, ["depends", "uses", "carries", "plays", "passes", "goes", "is"]);
    }
}
