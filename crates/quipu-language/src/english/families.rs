//! Families of words, in English: verbs and nouns of the same meaning; see [`crate::stated::families`].

/// A family a line: its name, then its words.
pub(crate) const FAMILIES: &str = "\
lead: lead leads led leading leader leaders head heads headed director directs manage manages managed manager chair chairs chaired
own: own owns owned owner owners maintain maintains maintained responsible belong belongs belonged
write: write writes wrote written writing author authors
use: use uses used using employ employs utilise utilises utilize utilizes
depend: depend depends depended dependency dependencies dependent dependents rely relies relied
call: call calls called calling invoke invokes
need: need needs needed require requires required
replace: replace replaces replaced replacement replacing
keep: keep keeps kept keeping store stores stored storing
run: run runs ran running
sit: sit sits sat located situated based seat
release: release releases released releasing
begin: begin begins began begun start starts started starting launched launch
end: end ends ended finish finishes finished close closes closed
open: open opens opened opening
build: build builds built construct constructed construction
found: found founded founds founder founding establish established establishes
born: born birth birthplace birthday
die: die dies died dead death
buy: buy buys bought acquire acquires acquired
cost: cost costs costing price priced prices pay
win: win wins won winner
marry: marry marries married wife husband spouse
direct: film-director directed
valid: valid validity
switch: switch switched switches turn turned shut
deprecate: deprecate deprecated obsolete
fail: fail fails failed failure break breaks broke broken crash crashed
happen: happen happens happened occur occurs occurred
sign: sign signs signed signature
permit: permit permits permitted allow allows allowed
forbid: forbid forbids forbidden prohibit prohibited ban banned
cancel: cancel cancelled canceled called-off
deliver: deliver delivered delivers delivery supply supplied
measure: measure measures measured amount amounts total totals
language: language languages
team: team teams
service: service services
library: library libraries
project: project projects
city: city cities town towns
country: country countries
database: database databases data
version: version versions
replica: replica replicas
port: port ports
token: token tokens
access: access
refresh: refresh
people: people person persons member members employee employees
engine: engine engines
phone: phone telephone
address: address addresses
first: first earliest
last: last latest newest
current: current currently present now
due: due deadline
month: month months
year: year years
day: day days
week: week weeks
hour: hour hours
minute: minute minutes
second: second seconds
production: production
incident: incident incidents outage outages
cause: cause causes caused
book: book books novel
company: company companies
height: high height tall
length: long length
depth: deep depth
weight: weigh weighs weight heavy
width: wide width
population: inhabitants population inhabitant
speak: speak speaks spoke spoken
work: work works worked working
live: live lives lived living
teach: teach teaches taught
respond: respond responded response
rotate: rotate rotated rotation
mother: mother
father: father
capital: capital
";

/// Words that say nothing of which statement is meant.
pub(crate) const SMALL: &str = "a an the of in on at by for from to with and or is are was were be been being has have had do does did will \
    would can could may it its this that which who whom whose what when where why how as than then there also \
    now all any each every both same such no not very directly indirectly currently in into over about after \
    before since until during through between me us they them their he she his her him per other others ones one";
