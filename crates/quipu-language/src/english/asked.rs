//! English words for the wording of questions and for expected types: lists of [`crate::answer::asked`].

/// Phrases that ask for a default.
pub(crate) const DEFAULT: &str = "default|defaults|unless configured|unless changed|unless specified|unless set|unless otherwise|unless you \
    change|unless i change|not set|not configure|not configured|not specified|not given|unset|nothing is set|\
    nothing is configured|nothing is specified|without configuration|if i do not|if you do not|if i don t|if \
    you don t|doesn t say|does not say|not say|out of the box|don t configure|left out|leave out|omitted|omit";

/// Phrases that ask for a bound.
pub(crate) const LIMIT: &str = "maximum|max|minimum|min|at most|at least|limit|limits|limited|up to|no more than|not more than|longest|\
    shortest|largest|smallest|allowed|may i|above which|below which|how long may|how many may|how large may|how \
    big may|highest|lowest|exceed";

/// Phrases that ask for steps.
pub(crate) const STEPS: &str = "how do i|how do we|how do you|how to|how can i|how can we|how can you|how can one|how should i|how should \
    we|how should one|how would i|how does one|how must|steps|what should i do|what must i do|what do i do|what \
    do i need to do|what has to be done|what can i do|what should we do|what should one do|what do we do|what \
    must be done|what must we do|describe how|explain how|procedure|walk me through|instructions|what to do|how \
    are|how is|process for";

/// Phrases that ask for a reason.
pub(crate) const WHY: &str =
    "why|what is bad|what is wrong|what s wrong|what makes|reason|reasons|how come|what for|rationale";

/// Phrases that compare.
pub(crate) const COMPARE: &str = "difference between|differences between|difference|differences|differ|differs|compare|versus|vs|distinguish|\
    distinguishes|compared to|compared with";

/// Phrases that ask for all there is to say.
pub(crate) const DESCRIBE: &str = "tell me about|tell me more|tell us about|describe|explain|summarise|summarize|summary|overview|what do you \
    know about|give me an overview|what can you tell";

/// Phrases that ask for input to type.
pub(crate) const COMMAND: &str = "command|commands|example|examples|snippet|syntax|show me code|code sample|sample code|how do i write|how do \
    i type|which flag|which option|what flag|what option|which setting|what setting|which switch|which \
    parameter|which variable|which environment variable|which subcommand|which function|which method";

/// Phrases that ask for several.
pub(crate) const LIST: &str = "list|name all|enumerate|what are the|which are the|what are|name the|what kinds|which kinds|what types|\
    which types|what sorts|what options|which options|what all|what does it take";

/// Phrases that ask for a definition.
pub(crate) const DEFINITION: &str = "what is|what s|what are|what does|what do|define|definition|meaning of|meant by|what counts as|considered|\
    stand for|stands for|is defined|defined";

/// Words that begin a yes-or-no question.
pub(crate) const WHETHER: &str = "is are was were do does did can could may might must should shall will would has have had am isn aren doesn \
    don";

/// Comparatives of questions about one of two.
pub(crate) const MORE: &str = "older younger newer earlier later first longer shorter larger smaller bigger taller higher lower faster \
    slower better more less fewer cheaper heavier lighter farther closer wins precedence";

/// Verbs without content of the topic after `how does` and `как`.
pub(crate) const WORKING: &str = "work works function functions operate operates";

/// Words that ask for a person.
pub(crate) const WHO: &str = "who whom whose";

/// Words that ask for a time.
pub(crate) const WHEN: &str = "when";

/// Words that ask for a place.
pub(crate) const WHERE: &str = "where";

/// Words that ask for a number.
pub(crate) const NUMBER: &str = "percent percentage";

/// Words after `what`, `which` or `какой` that give the type.
pub(crate) const TIMES: &str = "year date day month century decade time era";

/// Words of places.
pub(crate) const PLACES: &str = "country city place state town river continent island county region province village";

/// Words of people.
pub(crate) const PEOPLE: &str = "person man woman author actor king queen president player director writer";

/// Words of versions.
pub(crate) const VERSIONS: &str = "version release versions releases";

/// Words of amounts.
pub(crate) const AMOUNTS: &str = "number amount percentage population score length height size rank age distance";

/// Words that ask openly: the words after them give the kind.
pub(crate) const WHICH: &str = "what which";

/// Words of times, beside the months.
pub(crate) const TIMES_SAID: &str = "century centuries";

/// Numbers in words.
pub(crate) const NUMERALS: &str = "one two three four five six seven eight nine ten eleven twelve dozen twenty thirty forty fifty sixty \
    seventy eighty ninety hundred thousand million billion half third quarter twice once";

/// Words by which a question asks, beside stop words: an answer need not say them.
pub(crate) const ASKING: &str = "difference differences differ differs compare compared comparison versus vs describe explain summarise \
    summarize summary overview tell list enumerate older younger newer earlier later mean means meant default \
    defaults maximum minimum steps step example examples kind kinds type types sort sorts name names named \
    called many much entity entities term terms year years happen happens happened";

/// Words that ask for works or rights.
pub(crate) const ASIDE: &str = "reference references cite cites cited citation bibliography doi literature licence license licensed \
    copyright rights author authors published publication";

/// Phrases that ask for a telephone number.
pub(crate) const PHONE: &str = "phone number|telephone number|mobile number|fax number|phone numbers|telephone numbers|number to call|number \
    to dial|number do i call|number do i dial|number should i call|number can i call|number do we call|phone of|telephone of";

/// Phrases that ask for an address of mail.
pub(crate) const MAIL: &str =
    "email address|e mail address|email addresses|e mail addresses|email of|e mail of|what email|which email";

/// Phrases that ask for an address of the web.
pub(crate) const SITE: &str =
    "web address|website of|web site of|homepage of|home page of|url of|address of the website|address of the site";

/// Words of these phrases, which an answer need not say.
pub(crate) const FORM_WORDS: &str =
    "phone telephone mobile fax number numbers call dial email mail address addresses website web site homepage url";

/// Phrases that ask for a time between two.
pub(crate) const DURATION: &str = "how long|how many seconds|how many minutes|how many hours|how many days|how many weeks|how many months|how \
    many years|what period|which period|how much time|how old";

/// Phrases that ask for a sum of money.
pub(crate) const MONEY: &str = "how much money|how much does it cost|what does it cost|how much do i pay|how much do we pay|how expensive|what \
    price|which price|price of|cost of|fee for|fees for|costs of|salary of|what is the fee|what is the price|what is the cost|how much is paid|\
    amount of money";

/// Words after `how much` that make it ask for money.
pub(crate) const COSTS: &str =
    "cost costs charge charges charged pay pays paid earn earns spend spent worth price dollars euros pounds";

/// Phrases that ask for the most of several.
pub(crate) const MOST: &str = "most|largest|biggest|greatest|highest|longest|tallest|deepest|widest|heaviest|dearest|fastest|strongest|hottest|\
    most expensive";

/// Phrases that ask for the least of several.
pub(crate) const LEAST: &str =
    "least|fewest|smallest|lowest|shortest|lightest|cheapest|slowest|narrowest|coldest|least expensive";

/// Phrases that ask for the first of several.
pub(crate) const FIRST: &str = "first|earliest|oldest";

/// Phrases that ask for the last of several.
pub(crate) const LAST: &str = "last|latest|newest|youngest|most recent|most recently";

/// Words that deny.
pub(crate) const DENIES: &str = "not never nobody none cannot neither nor t";

/// Words of sentences that deny, forbid or make an exception, beside those.
pub(crate) const EXCEPTS: &str =
    "no avoid avoids except unless without unsuitable forbidden forbids prohibited excluded excludes contraindicated";
