//! Words too common to name anything, English and Russian. Used to judge names, never to drop words
//! from the index.

const ENGLISH: &str = "a about above after again all also am an and any are as at be because been before being below between both but by can could did do does doing down during each few first for from further had has have having he her here hers him his how i if in into is it its itself just me more most my no nor not now of off on once one only or other our out over own same second she should so some such than that the their them then there these they this those three through to too two under until up very was we were what when where which while who whom whose why will with would you your";
const RUSSIAN: &str = "а без более был была были было быть в вам вас весь во вот все всего всех вы где да даже для до его ее если есть еще же за здесь и из или им их к как какая какие какой какое каком когда кого кому которая которое которой которую который которые кто ли либо мне мы на над не него нее нет ни них но ну о об он она они оно от очень по под при про с сколько со так также такой там те тем то того тоже той только том ты у уже чего чей чем что чтобы чье чья эта эти это этого этой этом этот я";

/// Whether a folded word is a stop word of English or Russian.
pub fn is_stop_word(folded: &str) -> bool {
    use std::collections::HashSet;
    use std::sync::LazyLock;
    static WORDS: LazyLock<HashSet<&'static str>> =
        LazyLock::new(|| ENGLISH.split(' ').chain(RUSSIAN.split(' ')).collect());
    WORDS.contains(folded)
}
