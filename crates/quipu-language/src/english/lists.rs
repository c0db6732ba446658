//! Lists of words that rules use, by their role in a sentence.

use std::sync::OnceLock;

use rustc_hash::FxHashSet;

/// A list of words.
pub(crate) struct WordList {
    text: &'static str,
    words: OnceLock<FxHashSet<&'static str>>,
}

impl WordList {
    /// The words of a text.
    pub(crate) const fn new(text: &'static str) -> Self {
        Self { text, words: OnceLock::new() }
    }

    /// True if a word in lower case is in the list.
    pub(crate) fn has(&self, word: &str) -> bool {
        self.words.get_or_init(|| self.text.split_whitespace().collect()).contains(word)
    }

    /// True if several words are in the list, which joins them by underscores.
    pub(crate) fn has_phrase(&self, words: &str) -> bool {
        if words.contains(' ') { self.has(&words.replace(' ', "_")) } else { self.has(words) }
    }
}

/// A list of the words of a text.
macro_rules! list {
    ($text:expr) => {
        WordList::new($text)
    };
}

/// Adjectives of nations, peoples and languages, in lower case.
pub(crate) static DEMONYMS: WordList = list!(
    "american british english french german italian spanish russian chinese japanese indian canadian australian irish \
     scottish welsh dutch belgian swiss austrian swedish norwegian danish finnish polish czech hungarian romanian \
     bulgarian greek turkish iranian persian israeli egyptian mexican brazilian argentine argentinian chilean colombian \
     peruvian cuban venezuelan korean taiwanese thai vietnamese filipino indonesian malaysian singaporean pakistani \
     bangladeshi nepalese afghan iraqi syrian lebanese saudi kenyan nigerian ghanaian ethiopian moroccan algerian \
     tunisian ukrainian soviet serbian croatian slovenian slovak bosnian albanian macedonian estonian latvian \
     lithuanian georgian armenian azerbaijani kazakh icelandic portuguese jamaican haitian maltese cypriot \
     luxembourgish catalan basque roman ottoman byzantine malayalam telugu tamil bengali hindi kannada marathi yugoslav \
     mughal prussian flemish uruguayan bolivian ecuadorian paraguayan guatemalan panamanian libyan sudanese somali \
     ugandan tanzanian zimbabwean zambian angolan senegalese cameroonian congolese rwandan belarusian moldovan \
     mongolian uzbek burmese cambodian laotian kuwaiti jordanian yemeni bahraini emirati qatari omani montenegrin \
     liechtensteiner bohemian bavarian saxon sicilian venetian florentine hawaiian verdean rican african lankan asian malian mauritanian gambian belizean surinamese \
     guyanese namibian mozambican malagasy tajik kyrgyz turkmen bhutanese maldivian papuan fijian samoan tongan"
);

/// Words that begin a relative clause.
pub(crate) static RELATIVE: WordList = list!("who which that whom whose where when");

/// Nouns of kin.
pub(crate) static KIN: WordList = list!(
    "son daughter child brother sister cousin nephew niece uncle aunt father mother wife husband widow grandson \
     granddaughter son-in-law daughter-in-law brother-in-law sister-in-law"
);

/// Nouns for the role of a person to something, with "of": they are no kinds of things.
pub(crate) static ROLES: WordList = list!(
    "son daughter child member brother sister sibling cousin nephew niece uncle aunt father mother parent wife husband \
     spouse widow widower founder co-founder grandson granddaughter grandfather grandmother part one example type kind \
     form sequel follow-up capital author creator owner head leader chairman president ceo director successor \
     predecessor friend student pupil descendant half-brother half-sister stepson stepdaughter son-in-law \
     daughter-in-law brother-in-law sister-in-law father-in-law mother-in-law heir heiress native resident alumnus \
     graduate recipient winner twin runner-up second third fourth fifth sixth set list number series collection subset"
);

/// Parts of a work or a place: a statement about one belongs to the topic ("the music was composed by").
pub(crate) static PARTS: WordList = list!(
    "music score soundtrack screenplay script lyrics cinematography story title track cover population capital \
     headquarters headquarter plot production photography songs lead role dialogues dialogue"
);

/// Nouns that stand for a document's topic ("the film").
pub(crate) static SORTS_OF_THINGS: WordList = list!(
    "film movie song single album book novel series show episode company band group village town city commune \
     municipality river lake mountain school university college magazine journal newspaper station airport club team \
     party organization organisation institution building church castle island region district province game play \
     musical opera poem story ship aircraft car project library crate tool command program server system engine \
     language binary product software service package framework format protocol documentary short comedy drama picture \
     feature"
);

/// Nouns that name nothing by themselves.
pub(crate) static LIGHT: WordList = list!(
    "way thing example case lot number part one something anything someone everyone everything nothing kind sort bit \
     reason fact time question answer point place other others people things ways examples cases lots some any all both \
     each none more most many several few it them us you me set list section following above below page chapter note \
     sense value values effect order addition behavior behaviour purpose work use result results change changes document \
     table figure users user folks length re"
);

/// Places and offices that another name follows with "of" ("the city of X").
pub(crate) static CONTAINERS: WordList = list!(
    "village city town district state province county region year series band group director role community island \
     suburb municipality"
);

/// The nouns of works, bodies and places that say that a topic is no person.
pub(crate) static NO_PERSON: WordList = list!(
    "film song album novel book series village town city company band school university river magazine documentary movie \
     play opera newspaper journal organization station single show game railway airport church building mountain lake \
     island county district commune municipality language software library protocol"
);

/// Nouns that follow one of those where a person is meant after all ("film director").
pub(crate) static AFTER_ALL: WordList = list!(
    "director actor actress producer editor composer player writer maker critic score manager executive council singer \
     publisher designer star artist and owner president teacher musician guitarist drummer member founder leader vocalist \
     professor politician historian ,"
);

/// The nouns of bodies that "they" may mean.
pub(crate) static BODIES: WordList = list!("band group duo team club company organization trio");

/// Verbs after which a noun names the subject's role or its new one.
pub(crate) static AS_NAMED: WordList =
    list!("became become remained remains becomes named called titled entitled elected appointed considered known");

/// Verbs that only list or add.
pub(crate) static LISTED: WordList =
    list!("using including regarding following concerning involving depending according containing based");

/// Beginnings of a phrase that are no part of the named thing.
pub(crate) static SHORT_OF: WordList = list!(
    "- , and / other such many several various first second third fourth fifth sixth seventh eighth ninth tenth eleventh \
     twelfth last next latest only also both best most & same different certain own new given following single another any \
     some all each every no few recorded so-called entire immediate existing particular specific additional available normal current"
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_hold_words_in_lower_case() {
        for list in [&DEMONYMS, &KIN, &ROLES, &PARTS, &LIGHT, &SORTS_OF_THINGS] {
            assert!(list.text.split_whitespace().all(|word| list.has(word) && word == word.to_lowercase()));
        }
    }
}
