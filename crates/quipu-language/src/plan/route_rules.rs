//! The table of rules that route a question, in their order: forms in English, then in Russian. The language of forms
//! is described in `clauses/pattern.rs`.

use super::RouteKind;

/// A rule.
pub(super) struct RouteRule {
    /// Its name.
    pub(super) name: &'static str,
    /// The kind that it gives.
    pub(super) kind: RouteKind,
    /// Its confidence.
    pub(super) sure: f64,
    /// Forms, of which one must fit.
    pub(super) forms: &'static [&'static str],
    /// If there are any, one of these must fit too.
    pub(super) also: &'static [&'static str],
    /// None of these may fit.
    pub(super) never: &'static [&'static str],
}

const fn rule(name: &'static str, kind: RouteKind, sure: f64, forms: &'static [&'static str]) -> RouteRule {
    RouteRule { name, kind, sure, forms, also: &[], never: &[] }
}

/// First words of greetings and thanks, which may stand before a question.
pub(super) const GREETINGS: &str = " hello hi hey greetings thanks thank thx cheers ok okay bye goodbye great perfect привет здравствуй здравствуйте добрый доброе спасибо благодарю пока ок окей отлично ясно понятно хорошо ";

/// Clauses about a thing that no name gives, after the words that open the question.
pub(super) const CLAUSE: &[&str] = &[
    "WORD that|who|whom|whose|which _",
    "WORD where|in|on|for|by|from|to which|whom|where|whose _",
    "of the|a|an WORD of",
    "of the|a|an WORD WORD of",
    "WORD of the WORD of",
    "NAME ' s WORD ' s",
    "котор*",
    "WORD , чей|чья|чье|чьи",
    "WORD , где _",
    "WORD , написанн*|упавш*|использующ*|созданн*|построенн*|основанн*|снят* ..",
];

/// Words of kin and of office, by their beginnings: two that hang on each other are a chain.
pub(super) const KIN: &str = "mother father wife husband brother sister daughter director composer founder author owner мать матер отец отц жен муж брат сестр дочер сын режисс автор основател владел директор руководител начальник столиц создател композитор";

const COMPARATIVES: &[&str] = &[
    ".. older|younger|bigger|larger|smaller|longer|shorter|taller|higher|lower|deeper|heavier|lighter|earlier|later|newer|more|less|fewer|first|last|sooner|faster|slower|cheaper|better|worse|closer|farther|greater|hotter|colder|wider|richer|stronger|most|oldest|largest ..",
    ".. больше|меньше|раньше|позже|старше|младше|моложе|выше|ниже|длиннее|короче|глубже|тяжелее|легче|новее|древнее|дороже|дешевле|быстрее|медленнее|лучше|хуже|ближе|дальше|шире|первым|первой|первый|крупнее|чаще|сильнее|богаче|теплее|холоднее ..",
];

/// The rules.
pub(super) const RULES: &[RouteRule] = &[
    rule(
        "about the system or the answer's form",
        RouteKind::Direct,
        0.95,
        &[
            "^who|what are you",
            "what can|could|do you|i do|help|ask",
            "^can|could you help $",
            "your name",
            "^are you a|an",
            "^how are you",
            "^answer|reply|respond|write|speak|explain|say|repeat|rephrase|translate|shorten .. in|shorter|briefly|again|simply|simpler|that|it",
            "^please answer|reply|respond|write|speak|explain|repeat",
            "^be brief|short|concise",
            "^shorter|longer|briefly|again $",
            "^that|this|it was|is .. helpful|great|good|useful|clear $",
            "^never mind",
            "кто ты|вы",
            "что ты|вы умеешь|умеете|можешь|можете|знаешь|знаете",
            "как тебя|вас зовут",
            "^ты|вы бот|робот|человек",
            "^как дела",
            "^отвечай*|ответь*|пиши*|говори*|объясни*|повтори*|перефразируй* .. короче|кратко|подробнее|проще|списком|таблицей|по-русски|по-английски|по-немецки|по-французски|еще|это|так",
            "^теперь|пожалуйста отвечай*|ответь*|пиши*|говори*",
            "^короче|подробнее|проще|понятно|ясно $",
        ],
    ),
    RouteRule {
        never: &["переведи* .. текст|фраз*|предложен*|абзац*", "процент*|доля|долю .. документ*"],
        ..rule(
            "arithmetic on given numbers",
            RouteKind::Calculate,
            0.9,
            &[
                "NUMBER +|*|/|×|÷|^|- NUMBER",
                "NUMBER %|percent|процент* of|от|из",
                "NUMBER plus|minus|times|divided|multiplied|over|to NUMBER",
                "NUMBER plus|minus|times|divided|multiplied|raised by|to|the NUMBER",
                "sum|product|difference|average|mean|ratio of|between NUMBER",
                "square|cube root of NUMBER",
                "convert .. NUMBER",
                "how many second*|minute*|hour*|day*|week*|month*|year*|metre*|meter*|kilomet*|km|mile*|gram*|kg|kilogram*|litre*|inch*|feet|foot are|is|in|make|equal|between .. NUMBER|DATE|a|an|one",
                "how many|much second*|minute*|hour*|day*|week*|month*|year*|time between|from|passed .. DATE .. DATE",
                "NUMBER _ in|to|into|as minute*|hour*|day*|week*|second*|metre*|meter*|km|kilomet*|mile*|inch*|feet|kg|gram*|pound*|celsius|fahrenheit",
                "what|which percentage|share|proportion|fraction of",
                "сколько будет",
                "NUMBER плюс|минус|умножить|разделить|делить|умноженное|поделить",
                "^переведи*|конвертируй*|пересчитай*|преобразуй* .. NUMBER",
                "сколько дней|недель|месяцев|лет|часов|минут|секунд .. между|с|от|прошло DATE",
                "сколько дней|недель|месяцев|лет|часов|минут|времени .. между|с|от .. DATE .. DATE",
                "сколько секунд|минут|часов|дней|граммов|метров|километров|сантиметров|миль в|составля* .. NUMBER|часе|сутках|году|неделе|месяце|метре|километре",
                "NUMBER _ в минут*|час*|дн*|секунд*|метр*|километр*|мил*|недел*",
                "какая|какова|какую доля|долю",
                "какой|каков|сколько процент*",
                "сумма|сумму|произведение|разность|среднее .. NUMBER и|, NUMBER",
                "корень из NUMBER",
            ],
        )
    },
    rule(
        "whether sources agree",
        RouteKind::Contradiction,
        0.9,
        &[
            "contradict*|inconsisten*|discrepan*|disagree*",
            "conflicting|incompatible|mismatch*",
            "in conflict",
            "do|does|is|are|any|there conflict|conflicts",
            "^do|does|are|is|can .. agree|consistent",
            "sources|documents|reports|statements|accounts|pages|witnesses agree|differ",
            "both be true|right|correct",
            "say|give|state|name different",
            "противореч*",
            "расхожден*|расход*тся",
            "^сход*тся|совпада*|согласу*тся",
            "сход*тся|совпада*|согласу*тся ли",
            "ли .. сход*тся|совпада*|согласу*тся",
            "не сход*тся|совпада*|согласу*тся|стыку*тся",
            "несоответств*|нестыковк*|разночтен*",
        ],
    ),
    RouteRule {
        never: &["why not $"],
        ..rule(
            "the reason of something",
            RouteKind::Reason,
            0.85,
            &[
                "^why",
                "^and|but|so why",
                "^how come",
                "^for what|which reason|reasons|purpose",
                "^what is|are|was|were the reason|reasons|rationale|motive behind|for|why|that|of",
                "^what reason|reasons",
                "^почему|зачем|отчего",
                "^а|и|но почему|зачем|отчего",
                "^по какой|каким причине|причинам",
                "^из-за чего",
                "^из - за чего",
                "^с какой целью",
                "^для чего",
                "^какова|каковы|какая|какие причина|причины",
                "^в чем причина|причины",
            ],
        )
    },
    RouteRule {
        never: &[
            "^how many|much",
            "^сколько",
            "^list|name|enumerate|перечисли*|назови*",
            "directly $",
            "directly|напрямую NAME",
            "directly on|upon NAME $",
            "depend on the|our|a|your weather|case|time",
            "независим*",
        ],
        ..rule(
            "what depends on what",
            RouteKind::Dependency,
            0.9,
            &[
                "depend|depends|depended|dependent|dependents|dependency|dependencies|relies|rely|reliant",
                "break|breaks|broken|fail|fails|stop|stops|suffer|suffers|down|lost|unavailable .. if|when|without",
                "happens|happen .. if|when|without .. fail*|stop*|crash*|break*|goes|down|unavailable|removed|offline|gone|off|lost|dies",
                "if|when|without .. goes|go|went|is|fails|fail|stops|stop|crashes|breaks down|fail*|stop*|unavailable|removed|offline|gone|off .. break|breaks|fail|fails|stop|stops|affected|happens",
                "affected|impacted|impact if|when|by|of",
                "what|which|who|else .. affect*|impact* .. if|when",
                "dependency|circular|cyclic|cycle|cycles",
                "how critical|essential|important is",
                "criticality",
                "need|needs|needed|require|requires .. in order to|run|work|start|function",
                "зависит|зависят|зависимост*|зависел*|зависящ*",
                "слома*тся|перестан*|упад*т|отка*т|откаж*т|пострада*т|рухн*т|затрон*т|затрагив*|останов*тся",
                "если .. отключ*|останов*|упад*|слома*|убрать|удалить|исчезн*|выключ*|откаж*",
                "критич*",
                "цикл*",
                "нужн*|необходим* .. работ*|запуск*|старт*",
                "без .. не работа*|запуст*|работа*т",
            ],
        )
    },
    RouteRule {
        never: &["^when may NUMBER|DATE"],
        ..rule(
            "a condition, or what follows from one",
            RouteKind::Condition,
            0.85,
            &[
                "^when may|can|must|should|shall|need|needs",
                "^when is|are .. allowed|permitted|required|obliged|entitled|forbidden|prohibited|exempt|necessary|needed",
                "^when do|does .. need|have to|apply|must",
                "^under|on what|which condition*|circumstance*|term|terms",
                "^in what|which case|cases|circumstance*|situation*",
                "^what condition*|requirement*|prerequisite*",
                "^which condition*|requirement*|prerequisite*",
                "^what happens|happen if|when|once|unless",
                "^what will|would|does happen if|when|once|unless",
                "^what if",
                "^когда можно|нельзя|нужно|надо|следует|должен|должна|должно|должны|вправе|обязан*|разреша*|допуска*|требуется|необходимо",
                "^при каком|каких условии|условиях|обстоятельствах",
                "^на каком|каких условии|условиях|основании|основаниях",
                "^в каком|каких случае|случаях|ситуации|ситуациях",
                "^какие|каковы условия|требования",
                "^что будет|случится|произойдет|бывает|происходит|грозит , если|когда",
                "^что будет|случится|произойдет|бывает|происходит|грозит если|когда",
                "^что , если",
            ],
        )
    },
    RouteRule {
        never: &["^how many|сколько", "^who|кто", "NAME .. overview", "^summari*|summary|sum NAME"],
        ..rule(
            "the collection as a whole",
            RouteKind::Global,
            0.85,
            &[
                "main|common|key|central|recurring|overall|major|general|dominant|principal|typical theme*|topic*|idea*|problem*|issue*|subject*|message*|finding*|point*|concern*|trend*|risk*|conclusion*|lesson*|argument*|question*|complaint*|thread*",
                "overview",
                "^summari* the|this|these|what|all|everything|our",
                "^sum up|give .. summary",
                "across all|the|these|every|our document*|report*|text*|note*|interview*|letter*|collection|corpus|file*|page*|article*|chapter*|review*",
                "again and again",
                "overall|altogether",
                "in general $",
                "as a whole",
                "most often|frequently|commonly",
                "what is|are|do this|these|the|all _ about|talk|discuss|cover*",
                "what is|are this|these|the _ _ about",
                "collection|corpus .. about|say*|cover*|tell*",
                "в целом",
                "главн*|основн*|общ*|ключев*|центральн* тем*|проблем*|вопрос*|иде*|вывод*|мысл*|риск*|тенденц*|направлен*|сюжет*|мотив*|жалоб*|пункт*",
                "обзор*",
                "чаще всего",
                "повторя*тся|встреча*тся .. во|в|из _",
                "снова и снова",
                "о чем .. документ*|текст*|письма|отчет*|книг*|собран*|коллекц*|эти|все",
                "про что .. документ*|текст*|эти|все",
                "^перескажи*|резюмируй*|обобщи*|суммируй*|подведи*",
                "сводк*|резюме",
                "общие|общее|общего для|у всех",
                "во всех документ*|отчет*|текст*|интервью|письмах|отзывах",
            ],
        )
    },
    rule(
        "two things held against each other",
        RouteKind::Comparison,
        0.9,
        &[
            "difference|differences|distinction between",
            "^compare|comparing",
            "versus|vs",
            "how .. differ|differs from",
            "^is|are|was|were|do|does|did|have|has|had .. and .. same|share|both|equal*|identical|alike|in|similar",
            "what .. and .. in common|share",
            "both NAME and NAME",
            "as _ as NAME",
            "разниц*|отлича*|различ*",
            "^сравни*",
            "чем .. лучше|хуже|отлича*",
            "один*|одна|одно|одном и том|тот|та|то|того|тому же",
            "тот|та|то|тем|том|той|ту же .. что и",
            "и .. одинаков*|общ*|оба|обе|одну|одного|одной|одном|вместе",
            "что общего",
        ],
    ),
    RouteRule {
        also: COMPARATIVES,
        ..rule(
            "a comparative with two things",
            RouteKind::Comparison,
            0.9,
            &[
                "or",
                "или",
                "^who|which|what .. than",
                "^is|are|was|were|did|does|has|had .. than",
                "больше|меньше|раньше|позже|старше|младше|выше|ниже|дороже|дешевле , чем",
                "^у кого|чего",
            ],
        )
    },
    RouteRule {
        never: &["how do|can|could|would i|we|you know|tell|say|mean|feel"],
        ..rule(
            "how something is done",
            RouteKind::HowTo,
            0.85,
            &[
                "^how do|can|could|should|would|must|may|shall i|we|you|one|someone|people|users WORD|NAME",
                "^how does one|someone|anyone|somebody WORD|NAME",
                "^how to",
                "^what steps|procedure",
                "^which steps",
                "^what are|is the step|steps|procedure to|for|of",
                "^what do|must|should|can|does i|we|you|one do|to to|if|when|after|before",
                "^как мне|нам|можно|нужно|надо|следует|правильно|лучше WORD",
                "^как *ть|*ти|*чь|*ться|*тись|*чься",
                "^каким образом",
                "^какие шаги|действия",
                "^что делать|сделать",
                "^что нужно|надо|следует сделать|делать",
            ],
        )
    },
    RouteRule {
        never: &[
            "phone|telephone|account|serial|room|house|flight|contract|fax|passport|order|issue|version|port number|numbers",
            "^сколько стоит|стоят|стоил*|длится|длит*|действует|времени|лет",
            "какого числа",
        ],
        ..rule(
            "how many there are",
            RouteKind::Count,
            0.9,
            &[
                "how many|often",
                "how much WORD .. do|does|did|is|are|was|were|has|have|had",
                "number|count|total|sum of",
                "total number|amount|count",
                "what is|was|are the|a total|average|mean|median",
                "on average",
                "^count",
                "сколько",
                "число|количеств*",
                "средн*",
                "общая сумма|суммарн*",
            ],
        )
    },
    RouteRule {
        never: &[
            "look|looks|looked|looking|named after",
            "day|year after tomorrow",
            "^list|name|enumerate|перечисли*|назови*",
            "с какими|какой|кем",
            "до|от NAME до NAME",
        ],
        ..rule(
            "before, after, since, in which order",
            RouteKind::Temporal,
            0.85,
            &[
                "before|after|since|until|till NAME|DATE|the|a|an|he|she|it|they|that|its|his|her|WORD",
                "before|after $",
                "between|from DATE and|to|till|until DATE",
                "between DATE",
                "in|what|which order .. $",
                "chronolog*|timeline",
                "was|were current|in force|valid|in effect .. DATE|in|on|at",
                "as of DATE",
                "history of",
                "how has|have|did .. change*|evolve*|develop*|grow*",
                "change*|changed|evolved over time|the|since|from",
                "at the time of|when",
                "succeeded|preceded|predecessor|successor",
                "до|после|с|со|по|к DATE|NAME",
                "до|после _",
                "с|от NUMBER|DATE года|году|по|до",
                "раньше|прежде чем",
                "как .. менял*|изменял*|изменил*|развива*|рос|росла|росло",
                "в каком порядке|какой последовательности",
                "действовал* .. DATE|в|на",
                "был* .. текущ*|действующ*|актуальн* .. DATE|в",
                "текущ* DATE",
                "истори* _",
                "между DATE",
                "хронолог*|последовательност*",
                "предшественник*|преемник*|предшеств*",
                "что|кто происход*|произош* .. DATE|между|в|с",
                "когда .. последн*|впервые .. до|после",
            ],
        )
    },
    RouteRule {
        never: &["^list|name|enumerate|show|give|перечисли*|назови*|покажи*"],
        ..rule("a clause about a thing that no name gives", RouteKind::MultiHop, 0.85, &[])
    },
    rule(
        "all there are",
        RouteKind::List,
        0.85,
        &[
            "^list|enumerate",
            "^name|show|give|find .. all|every|each|the|some",
            "^name _",
            "what .. are there",
            "^who are|were all|the members",
            "^перечисли*|назови*",
            "^покажи*|найди*|дай|выведи* .. все|всех|список",
            "^состав* .. список*|перечень",
            "^какие|каких|каким|какими",
            "^на|в|во|из|от|к|о|об|у|для|при каких|какие|какими",
            "^все|всех",
        ],
    ),
    RouteRule {
        never: &[
            "^who|what is|are|was|were a|an|the NAME",
            "^who is|was|are|were NAME",
            "^кто такой|такая|такие|это",
            "^как* WORD у NAME|WORD",
        ],
        ..rule(
            "who or what stands in a relation",
            RouteKind::Relation,
            0.75,
            &[
                "^who|whom WORD",
                "^which|what WORD WORD",
                "how is|are|was|were NAME .. connected|related|linked|tied",
                "how is|are|was|were _ .. and _ .. connected|related|linked",
                "connection|relation|relationship|link|links|tie between",
                "directly",
                "^кто WORD",
                "^кому|кем|чей|чья|чье|чьи",
                "^какая|какой|какое|какую|какого|какому WORD WORD NAME",
                "^как* WORD владе*|принадлеж*|использ*|руковод*|связан*|отвеча*|управля*|созда*|разработ*|написал*|построил*|основал*",
                "связан*|связь|связи|отношен*",
                "напрямую",
            ],
        )
    },
];
