//! Answers to questions in languages without rules of sentences, on worked cases.

use super::tests::{Page, refused, said};

/// Pages of a mill in several languages: each says four things.
const MILLS: [Page; 6] = [
    Page(
        "Moulin de Serre",
        "# Moulin de Serre\n\nLe moulin a été construit en 1871 par Jean Morel. Il ouvre le samedi. La visite coûte 6 euros. La gardienne est Lise Roux.",
    ),
    Page(
        "Wassermühle",
        "# Wassermühle Alm\n\nDie Mühle wurde 1871 von Karl Voss gebaut. Sie ist am Montag zu. Der Eintritt kostet 6 Euro. Die Wärterin ist Eva Lenz.",
    ),
    Page(
        "Molino",
        "# Molino Tera\n\nEl molino fue construido en 1871 por Juan Mora. Abre los sábados. La visita cuesta 6 euros. La guarda es Inés Vega.",
    ),
    Page(
        "Млин",
        "# Млин Хорол\n\nМлин збудував Іван Коваль у 1871 році. Він відчинений у суботу. Вхід коштує 6 гривень. Доглядачка млина — Олена Рудь.",
    ),
    Page(
        "Мелница",
        "# Мелница Янтра\n\nМелницата е построена през 1871 година от Петър Донев. Отваря в събота. Входът струва 6 лева. Пазач е Елена Рашева.",
    ),
    Page(
        "水車",
        "# 北沢水車\n\n北沢水車は1871年に建設された。館長は田中一郎である。見学料は300円である。毎週水曜日は休業である。",
    ),
];

#[test]
fn one_sentence_answers_in_other_languages() {
    for (at, question, answer) in [
        (0, "Qui est la gardienne du moulin ?", "La gardienne est Lise Roux."),
        (0, "Quand le moulin a-t-il été construit ?", "Le moulin a été construit en 1871 par Jean Morel."),
        (1, "Wer ist die Wärterin der Wassermühle?", "Die Wärterin ist Eva Lenz."),
        (1, "Wer hat die Mühle gebaut?", "Die Mühle wurde 1871 von Karl Voss gebaut."),
        (2, "¿Quién construyó el molino?", "El molino fue construido en 1871 por Juan Mora."),
        (2, "¿Cuánto cuesta la visita?", "La visita cuesta 6 euros."),
        (3, "Хто збудував млин?", "Млин збудував Іван Коваль у 1871 році."),
        (4, "Кога е построена мелницата?", "Мелницата е построена през 1871 година от Петър Донев."),
        (5, "北沢水車の館長は誰ですか？", "館長は田中一郎である。"),
        (5, "北沢水車はいつ建設されましたか？", "北沢水車は1871年に建設された。"),
        (5, "見学料はいくらですか？", "見学料は300円である。"),
    ] {
        let page = Page(MILLS[at].0, MILLS[at].1);
        assert_eq!(said(question, &[page]), format!("{answer} [1]"), "{question}");
    }
}

#[test]
fn what_no_sentence_says_is_refused_in_other_languages() {
    for (at, question) in [
        (0, "Qui a écrit le roman de Valmont ?"),
        (1, "Wer hat die Brücke in Tarp entworfen?"),
        (3, "Хто написав роман про Полтаву?"),
        (5, "北沢水車の料理人は誰ですか？"),
        (5, "南港図書館の司書は誰ですか？"),
    ] {
        assert!(refused(question, &[Page(MILLS[at].0, MILLS[at].1)]), "{question}");
    }
}
