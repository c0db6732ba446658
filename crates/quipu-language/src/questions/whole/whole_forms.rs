//! Forms of questions over all documents, as patterns of closed-class words; `..` is what they ask about. The language
//! of patterns is described in `clauses/pattern.rs`.

/// Forms of one sort.
pub(super) struct MentionForms {
    /// True if a verb has other subjects than documents, so that the noun must say that documents are meant.
    pub(super) of_documents: bool,
    /// The forms: documents and what they mention, or only the latter.
    pub(super) forms: &'static [&'static str],
}

const fn told(of_documents: bool, forms: &'static [&'static str]) -> MentionForms {
    MentionForms { of_documents, forms }
}

/// How many documents there are.
pub(super) const DOCUMENTS: &[&str] = &[
    "how many .. are there",
    "how many .. are there here|altogether|overall",
    "how many .. are there in total|all",
    "how many .. are|were indexed|read",
    "how many .. do|does you|we|i|it have|know|hold|see",
    "how many .. do|does you|we|i|it have in total|all",
    "how many .. is|are this|these|here",
    "сколько всего ..",
    "сколько .. всего|здесь|есть|проиндексировано|прочитано|загружено",
    "сколько здесь|есть|проиндексировано|прочитано|загружено ..",
    "сколько у нас|вас|меня|тебя ..",
];

/// How many documents mention something.
pub(super) const HELD: &[MentionForms] = &[
    told(
        false,
        &[
            "how many .. mention|mentions|name|cite|cites ..",
            "сколько .. упоминает|упоминают|упоминало|упоминали|называет|называют ..",
        ],
    ),
    told(
        true,
        &[
            "how many .. use|uses|contain|contains|have|has|hold|include|includes the word|words|phrase|term|name|expression ..",
            "how many .. refer|refers|talk|talks|speak|speaks|tell|tells to|about|of ..",
            "how many .. mentioned ..",
            "how many .. contain|contains|discuss|discusses|cover|covers|describe|describes|say|says|include|includes ..",
            "how many .. that|which mention|mentions|contain|contain|name ..",
            "how many .. are|is|were there that|which mention|mentions|name|contain ..",
            "in how many .. is|are|was|were|does|do|did .. mentioned|named|cited|discussed|described|found|used|appear|occur|come",
            "in how many .. is|are|was|were|does|do|did .. appear|occur|come up",
            "how many .. is|are|was|were|does|do|did .. mentioned|named|cited|discussed|described|appear|occur in",
            "what is the number of .. that|which mention|mentions|contain|name ..",
            "count the|all .. that|which mention|mentions|contain|name ..",
            "count .. that|which mention|mentions|contain|name ..",
            "сколько .. содержит|содержат|использует|используют слово|слова|фразу|термин|имя|название|выражение ..",
            "сколько .. содержит|содержат|описывает|описывают ..",
            "сколько .. говорит|говорят|рассказывает|рассказывают|пишет|пишут о|об|обо|про ..",
            "в|во скольких .. упомянут*|упомина*ся|назван*|встреча*тся|есть слово|слова|фраза|термин|имя|название|выражение ..",
            "в|во скольких .. упомянут*|упомина*ся|назван*|встреча*тся|есть|описан*|описыва*ся ..",
            "в|во скольких .. упоминают|упомянули|называют|описывают ..",
            "в|во скольких .. говорится|говорят|сказано|рассказано|рассказывается|пишут|написано|речь|идет о|об|обо|про ..",
            "в|во скольких .. идет речь о|об|обо|про ..",
        ],
    ),
];

/// Which documents mention something.
pub(super) const LISTED: &[MentionForms] = &[
    told(
        false,
        &[
            "which|what of .. mention|mentions|name|cite|cites ..",
            "which|what .. mention|mentions|cite|cites ..",
            "какие|какой|кто из .. упоминает|упоминают|упоминали|называет|называют ..",
            "какие|какой .. упоминает|упоминают|упоминали ..",
        ],
    ),
    told(
        true,
        &[
            "which|what .. use|uses|contain|contains|have|has|hold|include|includes the word|words|phrase|term|name|expression ..",
            "which|what .. refer|refers|talk|talks|speak|speaks to|about|of ..",
            "which|what .. mentioned ..",
            "which|what .. contain|contains|discuss|discusses|cover|covers|describe|describes|name|say|says|include|includes ..",
            "in which|what .. is|are|was|were|does|do|did .. mentioned|named|cited|discussed|described|found|used|appear|occur",
            "which|what .. is|are|was|were|does|do|did .. mentioned|named|cited|discussed|described|appear|occur in",
            "list|show|find|name|give|print all|the|me .. that|which mention|mentions|contain|name ..",
            "list|show|find|name|give|print .. that|which mention|mentions|contain|name ..",
            "list|show|find|give|print all|the .. mentioning|containing|naming ..",
            "list|show|find|give|print .. mentioning|containing|naming ..",
            "какие|какой .. содержит|содержат|использует|используют слово|слова|фразу|термин|имя|название|выражение ..",
            "какие|какой .. содержит|содержат|описывает|описывают ..",
            "какие|какой .. говорит|говорят|рассказывает|рассказывают|пишет|пишут о|об|обо|про ..",
            "в|во каких|каком .. упомянут*|упомина*ся|назван*|встреча*тся|есть слово|слова|фраза|термин|имя|название|выражение ..",
            "в|во каких|каком .. упомянут*|упомина*ся|назван*|встреча*тся|описан*|описыва*ся ..",
            "в|во каких|каком .. упоминают|упомянули|называют|описывают ..",
            "в|во каких|каком .. говорится|говорят|сказано|рассказано|рассказывается|пишут|написано о|об|обо|про ..",
            "в|во каких|каком .. идет речь о|об|обо|про ..",
            "перечисли*|покажи*|найди*|назови*|выведи* все|мне .. , где|которые|который упомина*|содерж* ..",
            "перечисли*|покажи*|найди*|назови*|выведи* .. , где|которые|который упомина*|содерж* ..",
            "перечисли*|покажи*|найди*|назови*|выведи* все|мне .. , в которых|котором упомина*|встреча*тся ..",
            "перечисли*|покажи*|найди*|назови*|выведи* .. , в которых|котором упомина*|встреча*тся ..",
        ],
    ),
    told(false, &["where is|are|was|were .. mentioned", "где упомина*ся|упомянут* ..", "где упоминают|упомянули .."]),
];

/// What is commonest.
pub(super) const COMMON: &[&str] = &[
    "what|which are the commonest ..",
    "what|which are the most common|frequent|usual|popular|mentioned|named|cited|discussed ..",
    "what|which are the most often|frequently|commonly mentioned|named|cited|used|discussed|described ..",
    "what|which are the NUMBER|two|three|four|five|six|seven|ten most common|frequent|mentioned|named ..",
    "what|which are the NUMBER|two|three|four|five|six|seven|ten commonest ..",
    "list|name|show|give the|me most common|frequent|mentioned|named ..",
    "list|name|show|give the commonest ..",
    "what|which .. are most common|frequent|often|frequently|commonly mentioned|named|used|cited|discussed in ..",
    "what|which .. are most common|frequent|often|frequently|commonly mentioned|named|used|cited|discussed",
    "what|which .. are mentioned|named|cited|discussed most|oftenest",
    "what|which .. are mentioned|named|cited|discussed most often|frequently",
    "what|which .. are most common|frequent in|among|across ..",
    "what|which .. are most common|frequent",
    "what|which .. come|occur|appear|recur most often|frequently|commonly",
    "what|which .. come back|up most often",
    "what|which .. come back|up most often in|across|among ..",
    "what|which .. come back|up in|across|among ..",
    "what|which .. recur in|across|among ..",
    "какие|каковы самые|наиболее частые|распространенные|частотные|обычные|популярные|упоминаемые ..",
    "какие|каковы самые|наиболее часто упоминаемые|встречающиеся|используемые ..",
    "назови*|перечисли*|покажи* самые|наиболее частые|распространенные|частотные|обычные|популярные|упоминаемые ..",
    "какие .. чаще всего|других встреча*тся|упомина*тся|называют|используют|использу*тся в|во|среди ..",
    "какие .. чаще всего|других встреча*тся|упомина*тся|называют|используют|использу*тся",
    "какие .. встреча*тся|упомина*тся|использу*тся чаще всего|других",
    "какие .. самые|наиболее частые|распространенные|упоминаемые",
];

/// What kinds of a thing there are.
pub(super) const KINDS: &[&str] = &[
    "what|which different|various|other kinds|types|sorts|varieties|categories of ..",
    "what|which kinds|types|sorts|varieties|categories of ..",
    "what|which are the different|various|main kinds|types|sorts|varieties|categories of ..",
    "what|which are the kinds|types|sorts|varieties|categories of ..",
    "list|name|show all|the kinds|types|sorts|varieties|categories of ..",
    "какие|каковы бывают|есть|существуют|упоминаются|встречаются виды|типы|разновидности|сорта|категории ..",
    "какие|каковы виды|типы|разновидности|сорта|категории ..",
    "назови*|перечисли* все виды|типы|разновидности|сорта|категории ..",
    "назови*|перечисли* виды|типы|разновидности|сорта|категории ..",
    "какие бывают ..",
];

/// A thing as a whole.
pub(super) const THING: &[&str] = &[
    "summarise|summarize ..",
    "sum up ..",
    "tell me|us everything|all you|we|they know|have about|on|of ..",
    "tell me|us everything|all there is to know about|on|of ..",
    "tell me|us everything|all about|on|of ..",
    "everything|all you|we know about|on|of ..",
    "everything about|on ..",
    "what do|does you|we|they|i know about|of|on ..",
    "what is|was known about|of ..",
    "what all is known about|of ..",
    "give me|us a|an|the summary|overview|profile of|on ..",
    "give me|us a|an|the short|brief|quick|full summary|overview|profile of|on ..",
    "give a|an|the summary|overview|profile of|on ..",
    "write a|an|the summary|overview|profile of|on ..",
    "a|an|the summary|overview|profile of|on ..",
    "summary|overview|profile of|on ..",
    "расскажи*|скажи*|сообщи*|выложи* мне|нам все , что знаешь|знаете|известно о|об|обо|про ..",
    "расскажи*|скажи*|сообщи*|выложи* все , что знаешь|знаете|известно о|об|обо|про ..",
    "расскажи*|скажи*|сообщи* мне|нам все о|об|обо|про ..",
    "расскажи*|скажи*|сообщи* все о|об|обо|про ..",
    "все , что знаешь|знаете|известно о|об|обо|про ..",
    "все о|об|обо|про ..",
    "что мы|ты|вы|они знаем|знаешь|знаете|знают о|об|обо|про ..",
    "что нам|тебе|вам|мне известно о|об|обо|про ..",
    "что известно|знаем о|об|обо|про ..",
    "резюмируй*|суммируй*|обобщи* все о|об|обо|про ..",
    "резюмируй*|суммируй*|обобщи* ..",
    "дай*|сделай*|составь*|напиши* краткую|краткий|краткое|полную|полный сводку|обзор|справку|резюме о|об|обо|про|по ..",
    "дай*|сделай*|составь*|напиши* сводку|обзор|справку|резюме о|об|обо|про|по ..",
    "краткая|краткий|краткое сводка|обзор|справка|резюме о|об|обо|про|по ..",
    "сводка|обзор|справка|резюме о|об|обо|про|по ..",
];
