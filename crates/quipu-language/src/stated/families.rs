//! Families of words: verbs and nouns that say the same of a thing, in English and in Russian, so that a question in one
//! language finds a statement in the other. What is in no family is compared by its stem.

use quipu_kernel::text::is_stop_word;

use crate::thesaurus::THESAURUS;

/// A family a line: its name, then its words; `*` at the end of a word stands for any ending.
pub(crate) const FAMILIES: &str = "\
lead: lead leads led leading leader leaders head heads headed director directs manage manages managed manager chair chairs chaired руковод* возглав* управля* директор* начальник* глава главой главу
own: own owns owned owner owners maintain maintains maintained responsible belong belongs belonged принадлеж* владе* владел* отвечает отвечают
write: write writes wrote written writing author authors написа* пишет автор* сочинил*
use: use uses used using employ employs utilise utilises utilize utilizes использ* примен*
depend: depend depends depended dependency dependencies dependent dependents rely relies relied завис*
call: call calls called calling invoke invokes вызыва* вызов*
need: need needs needed require requires required нужд* требу* нужен нужна нужно нужны
replace: replace replaces replaced replacement replacing замен* сменил* сменя*
keep: keep keeps kept keeping store stores stored storing хран*
run: run runs ran running работает работают запущ* выполня*
sit: sit sits sat located situated based seat находит* располож* базиру* сидит
release: release releases released releasing вышел вышла вышло вышли выпуск* выпущ* релиз* выход*
begin: begin begins began begun start starts started starting launched launch нача* старт* запуст*
end: end ends ended finish finishes finished close closes closed конч* законч* заверш* закры*
open: open opens opened opening откры*
build: build builds built construct constructed construction постро* строи* сооруж*
found: found founded founds founder founding establish established establishes основа* учред*
born: born birth birthplace birthday родил* рожден*
die: die dies died dead death умер* умира* скончал* погиб* смерт*
buy: buy buys bought acquire acquires acquired купи* приобр*
cost: cost costs costing price priced prices pay стоит стоят стоил* стоим* цена цены цену ценой
win: win wins won winner получил* выигра* побед*
marry: marry marries married wife husband spouse женат* замуж* жена муж жены мужа супруг*
direct: film-director directed режисс* снял сняла снят
valid: valid validity действу* действител* годен годна
switch: switch switched switches turn turned shut отключ* выключ*
deprecate: deprecate deprecated obsolete устар*
fail: fail fails failed failure break breaks broke broken crash crashed слома* упад* упал* отказ* сбо*
happen: happen happens happened occur occurs occurred произош* случил*
sign: sign signs signed signature подпис*
permit: permit permits permitted allow allows allowed разреш* допуск* позвол*
forbid: forbid forbids forbidden prohibit prohibited ban banned запрещ* запрет*
cancel: cancel cancelled canceled called-off отмен*
deliver: deliver delivered delivers delivery supply supplied постав* доставл*
measure: measure measures measured amount amounts total totals составля* состав* равен равна равно равны насчит*
language: language languages язык*
team: team teams команд*
service: service services сервис* служб*
library: library libraries библиотек*
project: project projects проект*
city: city cities town towns город*
country: country countries стран*
database: database databases data базы базе базу баз база данные данных
version: version versions верси*
replica: replica replicas реплик*
port: port ports порт порта порте порту портом порты
token: token tokens токен*
access: access доступ*
refresh: refresh обновлен*
people: people person persons member members employee employees человек* людей люди сотрудник*
engine: engine engines движок движк*
phone: phone telephone телефон*
address: address addresses адрес*
first: first earliest перв*
last: last latest newest последн*
current: current currently present now текущ* нынешн* актуальн*
due: due deadline срок* сда*
month: month months месяц*
year: year years год года году лет
day: day days день дня дней
week: week weeks недел*
hour: hour hours час часа часов
minute: minute minutes минут*
second: second seconds секунд*
production: production прод* рабоч*
incident: incident incidents outage outages инцидент* авари*
cause: cause causes caused причин*
book: book books novel книг* роман*
company: company companies компани* фирм*
height: high height tall высот* высок*
length: long length длин*
depth: deep depth глубин*
weight: weigh weighs weight heavy вес весит масс*
width: wide width ширин*
population: inhabitants population inhabitant жител* населен*
speak: speak speaks spoke spoken говор*
work: work works worked working работ* трудит*
live: live lives lived living живет живут жил* прожива*
teach: teach teaches taught преподав*
respond: respond responded response реагир* реакц*
rotate: rotate rotated rotation смен*
mother: mother мать матери
father: father отец отца
capital: capital столиц*
";

/// Words that say nothing of which statement is meant.
pub(crate) const SMALL: &str = " a an the of in on at by for from to with and or is are was were be been being has have had do does did will would can could may it its this that which who whom whose what when where why how as than then there also now all any each every both same such no not very directly indirectly currently in into over about after before since until during through between me us they them their he she his her him per other others ones one т е и в во на с со к ко у о об от до по за из для при не ни а но или же ли бы что кто где когда как какой какая какое какие каком какой каких какую каким чем чей чья это этот эта эти тот та те его ее их он она они оно все весь всё был была было были есть напрямую прямо косвенно который которая которое которые которой которого которому которым которых ";

/// Verbs and nouns that nearly every statement could have: they count little.
const WEAK: &str = " run keep begin work make get take go happen thing things lot kind type name call stand come part people sit give say state mean find ";

/// The family of a word, else its stem.
pub(crate) fn key(low: &str) -> String {
    THESAURUS.key(low)
}

/// Whether a word says nothing of which statement is meant.
pub fn is_small(low: &str) -> bool {
    SMALL.contains(&format!(" {low} ")) || is_stop_word(low) && low.chars().count() < 4
}

/// Whether a key counts little.
pub(crate) fn is_weak(key: &str) -> bool {
    WEAK.contains(&format!(" {key} "))
}

/// Families of verbs, for words that end as nouns may.
const VERBS: &str = " lead own write use depend call need replace keep run sit release begin end open build found die buy cost win marry switch fail sign permit forbid cancel deliver speak live teach direct respond ";

/// Whether a word is surely a verb in the third person: of a family of verbs, and not its noun.
pub(crate) fn is_verb(low: &str) -> bool {
    let third = low.ends_with('s')
        && !matches!(
            low,
            "starts"
                | "needs"
                | "costs"
                | "runs"
                | "prices"
                | "ends"
                | "finishes"
                | "calls"
                | "seats"
                | "releases"
                | "openings"
                | "leaders"
                | "owners"
                | "authors"
                | "writers"
                | "dependencies"
                | "dependents"
                | "managers"
                | "heads"
                | "chairs"
                | "directors"
                | "births"
                | "deaths"
                | "supplies"
                | "signs"
                | "switches"
                | "turns"
                | "failures"
                | "breaks"
                | "crashes"
        );
    (third || low.ends_with("ет") || low.ends_with("ит")) && VERBS.contains(&format!(" {} ", key(low)))
}

/// The English words of a key, for a search: a question in another language finds what is written in this one.
pub fn words_of(key: &str) -> Vec<&'static str> {
    let line = FAMILIES.lines().find_map(|line| line.split_once(": ").filter(|(name, _)| *name == key));
    line.map(|(_, words)| words.split(' ').filter(|word| !word.ends_with('*') && word.is_ascii()).take(6).collect())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_two_languages_are_of_one_family() {
        for (one, other) in [("owns", "владеет"), ("led", "руководит"), ("written", "написан"), ("depends", "зависит")]
        {
            assert_eq!(key(one), key(other), "{one} {other}");
        }
        assert_ne!(key("written"), key("owned"));
        assert_eq!(key("lighthouses"), key("lighthouse"));
    }
}
