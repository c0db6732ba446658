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

/// What the most documents name: one of a kind, where its verb or a place says that documents are counted.
pub(super) const MOST_NAMED: &[&str] = &[
    "what|which .. is|are|was|were|gets|get|got named|mentioned|cited|discussed|described|used most",
    "what|which .. is|are|was|were|gets|get|got named|mentioned|cited|discussed|described|used the most",
    "what|which .. is|are|was|were|gets|get|got named|mentioned|cited|discussed|described|used most often|frequently|commonly",
    "what|which .. is|are|was|were|gets|get|got most often|frequently|commonly named|mentioned|cited|discussed|described|used",
    "what|which .. is|are|was|were|gets|get|got named|mentioned|cited|discussed|described|used in|on|by most ..",
    "what|which .. is|are|was|were|gets|get|got named|mentioned|cited|discussed|described|used in|on|by the most ..",
    "what|which .. is|are|was|were|gets|get|got named|mentioned|cited|discussed|described|used most in|on|by|across ..",
    "what|which .. appears|appear|occurs|occur|comes|come up|most|in|on the|most|often ..",
    "what|which .. appears|appear|occurs|occur in|on the most ..",
    "what|which .. appears|appear|occurs|occur in|on most ..",
    "what|which .. appears|appear|occurs|occur most often|frequently",
    "what|which .. comes|come up most often|frequently",
    "what|which .. do|does most of .. use|name|mention|cite|discuss|describe",
    "what|which .. do|does most .. use|name|mention|cite|discuss|describe",
    "what|which is the most common|frequent|usual|popular .. in|among|across|of ..",
    "what|which is the commonest .. in|among|across|of ..",
    "what|which is the most mentioned|named|cited|discussed|described|used ..",
    "what|which is the most often|frequently|commonly mentioned|named|cited|used|discussed|described ..",
    "какой|какая|какое|какие .. чаще всего|других встреча*тся|упомина*тся|называ*тся|использу*тся|назван*|упомянут* в|во|на|среди ..",
    "какой|какая|какое|какие .. чаще всего|других встреча*тся|упомина*тся|называ*тся|использу*тся|назван*|упомянут*",
    "какой|какая|какое|какие .. встреча*тся|упомина*тся|называ*тся|использу*тся|назван*|упомянут* чаще всего|других",
    "какой|какая|какое|какие .. упомина*тся|назван*|упомянут*|встреча*тся в|во|на большинстве|наибольшем ..",
];

/// Who is named by the most documents.
pub(super) const WHO_MOST: &[&str] = &[
    "who is|are|was|were|gets|get named|mentioned|cited|quoted|discussed most",
    "who is|are|was|were|gets|get named|mentioned|cited|quoted|discussed the most",
    "who is|are|was|were|gets|get named|mentioned|cited|quoted|discussed most often|frequently",
    "who is|are|was|were|gets|get named|mentioned|cited|quoted|discussed most in|on|across ..",
    "who is|are|was|were|gets|get named|mentioned|cited|quoted|discussed in|on the most ..",
    "who is|are|was|were|gets|get named|mentioned|cited|quoted|discussed in|on most ..",
    "who is|are|was|were the most named|mentioned|cited|quoted|discussed ..",
    "кто чаще всего|других упомина*тся|встреча*тся|назван* в|во|на|среди ..",
    "кто чаще всего|других упомина*тся|встреча*тся|назван*",
    "кто упомина*тся|встреча*тся|назван* чаще всего|других",
    "кого чаще всего|других упоминают|называют|цитируют",
    "кого упоминают|называют|цитируют чаще всего|других",
];

/// Who wrote the most documents.
pub(super) const WROTE_MOST: &[&str] = &[
    "who wrote|published|authored|posted the most ..",
    "who has|have written|published|authored|posted the most ..",
    "what|which author|authors|writer|writers wrote|published|authored|posted|has|have the most ..",
    "what|which author|authors has|have written|published the most ..",
    "кто написал|опубликовал|выпустил больше всего|всех ..",
    "у какого|кого автора|из больше всего ..",
];

/// Which documents are the latest.
pub(super) const LATEST: &[&str] = &[
    "what changed last|recently|lately",
    "what has|have changed recently|lately",
    "what was|were changed|updated|added|written|published last|recently|lately",
    "what is new",
    "what is new here|lately|recently",
    "what|which .. are|is|were|was the latest|newest",
    "what|which .. are|is|were|was the most recent",
    "what|which .. changed|were changed|updated|added|written|published last|recently|lately",
    "what|which .. were|was changed|updated|added|written|published last|recently|lately",
    "what|which are|is the latest|newest ..",
    "what|which are|is the most recent ..",
    "show|list|give me|us the latest|newest ..",
    "show|list the latest|newest ..",
    "что изменилось недавно|последним",
    "что нового",
    "что здесь нового",
    "какие .. самые новые|последние|свежие",
    "какие самые новые|последние|свежие ..",
    "какие .. изменились|обновлены|добавлены|написаны недавно|последними",
    "покажи*|назови*|перечисли* последние|новые|свежие ..",
];

/// Which group of documents is the largest.
pub(super) const LARGEST: &[&str] = &[
    "what|which .. has|have|holds|hold|contains|contain|includes|include the most ..",
    "what|which .. has|have|holds|hold|contains|contain the largest|greatest|highest number of ..",
    "what|which .. is|are the largest|biggest",
    "what|which is the largest|biggest ..",
    "what|which is the most common|frequent|popular|covered|discussed ..",
    "what|which is the commonest ..",
    "what|which .. comes|come up most often|frequently",
    "what|which .. is|are covered|discussed|treated most",
    "what|which .. is|are covered|discussed|treated the most",
    "what|which .. is|are the most common|frequent|popular|covered|discussed",
    "какой|какая|какое|какие .. самый|самая|самое|самые большой|большая|большое|крупный|крупная|частый|частая|распространенный|распространенная",
    "какой|какая|какое|какие самый|самая|самое|самые большой|большая|большое|крупный|крупная|частый|частая|распространенный|распространенная ..",
    "в какой|каком|каких .. больше всего ..",
    "в какой|каком .. самое большое|большее число|количество ..",
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
    "tell me|us about ..",
    "tell me|us more about ..",
    "what can|could you tell me|us about ..",
    "explain .. to me|us",
    "describe .. to me|us",
    "summarise|summarize .. for me|us",
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
    "расскажи* мне|нам о|об|обо|про ..",
    "расскажи* о|об|обо|про ..",
    "объясни*|опиши* мне|нам ..",
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
