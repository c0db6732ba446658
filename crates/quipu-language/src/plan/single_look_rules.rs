//! Rules of questions that a passage answers as it stands: reasons, conditions, ways to do something.

use super::RouteKind;
use super::route_rule::{RouteRule, rule};

/// Why, for what reason.
pub(super) const REASON: RouteRule = RouteRule {
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
};

/// When may, under which condition, what happens if.
pub(super) const CONDITION: RouteRule = RouteRule {
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
};

/// How to do it, which steps.
pub(super) const HOW_TO: RouteRule = RouteRule {
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
};
