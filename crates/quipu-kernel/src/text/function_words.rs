//! Function words (closed classes) of languages without rules of their own: articles, pronouns, prepositions,
//! conjunctions, auxiliary verbs. They show the language of a short text, and say nothing of what a text is about.

use std::sync::OnceLock;

use rustc_hash::FxHashSet;

/// The function words of a language.
#[derive(Debug)]
pub struct FunctionWords {
    /// The code of the language.
    language: &'static str,
    words: &'static str,
    known: OnceLock<FxHashSet<&'static str>>,
}

impl FunctionWords {
    const fn new(language: &'static str, words: &'static str) -> Self {
        Self { language, words, known: OnceLock::new() }
    }

    /// The code of the language.
    pub fn language(&self) -> &'static str {
        self.language
    }

    /// True for a word in lower case that is one.
    pub fn has(&self, word: &str) -> bool {
        self.known.get_or_init(|| self.words.split_ascii_whitespace().collect()).contains(word)
    }
}

/// The function words of all lists.
pub(super) fn all_function_words() -> impl Iterator<Item = &'static str> {
    ALL.iter().flat_map(|list| list.words.split_ascii_whitespace())
}

/// Those of German.
pub static GERMAN: FunctionWords = FunctionWords::new(
    "de",
    "lange viel viele wieviel wieso weshalb weswegen wofür wozu womit woran worin der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner keines dieser diese dieses \
        diesen diesem jener jene jenes jenen jenem jeder jede jedes jeden jedem aller alle alles allen allem mancher manche \
        solcher solche welcher welche welches welchen welchem mein meine dein deine sein seine seinen seinem seiner seines ihr \
        ihre ihren ihrem ihrer ihres unser unsere euer eure im am zum zur vom beim ins ans aufs fürs ich du er sie es wir man \
        mich dich sich uns euch mir dir ihm ihn ihnen wer was wen wem wessen wo wann wie warum wohin woher ab an auf aus außer \
        bei bis durch für gegen hinter in mit nach neben ohne seit trotz über um unter von vor wegen während zu zwischen \
        gegenüber gemäß laut und oder aber denn sondern sowie als wenn weil dass daß ob obwohl damit soweit sofern falls bevor \
        nachdem indem ist sind war waren wird werden wurde wurden worden hat haben hatte hatten kann können konnte muss müssen \
        soll sollen darf dürfen will wollen mag nicht auch nur noch schon so da dort hier dann nun sehr bzw zwei drei vier fünf \
        sechs sieben acht neun zehn elf zwölf",
);

/// Those of French.
pub static FRENCH: FunctionWords = FunctionWords::new(
    "fr",
    "le la les l un une des du de d au aux ce cet cette ces c mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs \
        je j tu il elle on nous vous ils elles me m te t se s lui eux y en qui que qu quoi dont où quel quelle quels quelles lequel \
        laquelle quand comment combien pourquoi à dans par pour sur sous avec sans chez vers entre depuis pendant contre avant \
        après et ou mais donc or ni car si comme lorsque puisque est sont était étaient sera seront été être a ont avait avaient \
        aura avoir ai as es sommes êtes ne n pas plus non très aussi",
);

/// Those of Spanish.
pub static SPANISH: FunctionWords = FunctionWords::new(
    "es",
    "el la los las lo un una unos unas al del de este esta estos estas ese esa esos esas aquel aquella mi mis tu tus su sus \
        nuestro nuestra vuestro yo él ella ellos ellas nosotros usted ustedes me te se le les nos os que qué quien quién quienes quiénes \
        cual cuál cuáles cuyo donde dónde adónde cuando cuándo como cómo cuanto cuánto cuánta cuántos cuántas a ante bajo con contra desde \
        durante en entre hacia hasta para por según sin sobre tras y e o u pero sino ni si porque aunque es son era eran fue \
        fueron será ser está están estaba ha han había haber hay no muy más también ya",
);

/// Those of Ukrainian.
pub static UKRAINIAN: FunctionWords = FunctionWords::new(
    "uk",
    "і й та в у на з із зі до від по про за під над при для без через між після перед біля що як який яка яке які якого якої \
        якому якій хто кого кому чий де куди звідки коли чому скільки чи або але а бо щоб якщо ні не це цей ця ці цього цієї той \
        те ті того тієї він вона воно вони я ти ми ви мене тебе його її їх йому їй їм себе свій своя своє свої є був була було \
        були буде будуть бути має мають може ще вже також лише тільки дуже",
);

/// Those of Bulgarian.
pub static BULGARIAN: FunctionWords = FunctionWords::new(
    "bg",
    "и в във на с със от до по за при без през между след пред под над към из около че как какъв каква какво какви кой коя кое \
        кои кого чий къде кога защо колко ли или но а ако да не няма има ще това този тази тези онзи той тя то те аз ти ние вие \
        го я ги му им се си свой е са беше бяха бил била било били съм сме сте може още вече също само много",
);

/// All lists.
static ALL: [&FunctionWords; 5] = [&GERMAN, &FRENCH, &SPANISH, &UKRAINIAN, &BULGARIAN];

/// The language whose function words a text has the most of: clearly more than of any other list, and than of words of
/// which `others` is true. None where that is unclear.
pub(super) fn language_by_function_words(text: &str, others: fn(&str) -> bool) -> Option<&'static str> {
    let (mut words, mut other, mut found) = (0_usize, 0_usize, [0_usize; ALL.len()]);
    let lower = text.to_lowercase();
    for word in lower.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).take(MOST) {
        words += 1;
        other += usize::from(others(word));
        for (count, list) in found.iter_mut().zip(ALL) {
            *count += usize::from(list.has(word));
        }
    }
    let (at, best) = found.iter().enumerate().max_by_key(|(_, count)| **count)?;
    let second = found.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, count)| *count).max().unwrap_or(0);
    let clear = *best >= FEWEST && best * PART >= words && 2 * *best >= 3 * second.max(other);
    clear.then(|| ALL[at].language)
}

/// The most words that are looked at.
const MOST: usize = 400;
/// The fewest function words that show a language.
const FEWEST: usize = 3;
/// One of so many words is a function word.
const PART: usize = 5;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn function_words_show_a_language() {
        let of = |text| language_by_function_words(text, crate::text::stopwords::is_own_stop_word);
        assert_eq!(of("Der Bauhof zahlt die Pumpe, und das Amt prüft sie."), Some("de"));
        assert_eq!(of("Le pont de Marne est fermé, et la route aussi."), Some("fr"));
        assert_eq!(of("El puente está cerrado y la calle también."), Some("es"));
        assert_eq!(of("Вежа стоїть на площі, і вона є в місті."), Some("uk"));
        assert_eq!(of("The bridge is closed, and so is the road."), None);
        assert_eq!(of("Мост закрыт, и дорога тоже."), None);
        assert_eq!(of(""), None);
    }
}
