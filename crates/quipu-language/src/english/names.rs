//! English words that the rules know.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::months::MONTHS;
use crate::tables::marks::{Marks, gather};

/// Marks and the words that have them.
pub(crate) const WORDS: &[(Marks, &str)] = &[
    (
        Marks::STOP,
        "a an the and or but nor so yet if as at by for from in into of off on onto out over per than then that this these those to up upon via with \
        within without about above across after against along amid among around before behind below beneath beside besides between beyond despite down \
        during except inside like near outside past since through throughout till toward towards under underneath unlike until \
        i me my mine myself you your yours he him his himself she her hers herself it its itself we us our ours they them their theirs themselves who whom \
        whose which what when where why how whether while although though because unless whereas wherever whenever whatever whoever however \
        is am are was were be been being do does did done doing has have had having will would shall should can could may might must ought \
        not no yes none nothing nobody neither either both each every all any some many much more most few fewer little less least several such same \
        other others another one two three four five six seven eight nine ten eleven twelve twenty thirty hundred thousand million first second third \
        also again already always almost often once only even ever never just still too very quite rather there here now thus hence \
        later early soon today yesterday tomorrow instead indeed perhaps maybe moreover furthermore nevertheless nonetheless otherwise meanwhile \
        let lets see note let's don't it's that's there's he's she's i'm we're they're you're i'll i've isn't wasn't doesn't didn't can't won't \
        born died based located situated named called known originally formerly currently recently usually generally typically eventually finally \
        initially previously subsequently additionally similarly specifically particularly especially unfortunately fortunately interestingly \
        according due given following including using sometime amongst alongside elsewhere therefore whilst likewise apart regardless nearby overseas         thirteen fourteen fifteen sixteen seventeen eighteen nineteen thirty forty fifty sixty seventy eighty ninety twice",
    ),
    (
        Marks::COMMON,
        "accordingly actor actress actors album albums alternatively alternative analysis animals announced anyone approximately area areas article articles \
        artist artists attempts author authors awards back band because better big blood book books boys brother brothers building buildings business car case \
        cases cast centuries century certain chapter characters child children cities city classes close club clubs coach common communities community \
        companies company consider construction costs countries country couple court critics culture current daughter day days death deaths defense \
        despite details development different director directors doctors drug early economic education efforts election engineers english-language \
        episode episodes events evidence examples example exactly experts exports eyes famous fans farmers father features female figures film films filming \
        football formal forces former friends full further game games general generally girl girls good government governments great group groups \
        half head health help heavy high higher historians historically history home house human humans ideas image immigrants important income individuals \
        inequality inflation information initial interest internal international island issues item items job judges key king kings language languages large larger \
        last late latest law laws leaders least left legal legend less lessons letters life light line lines list local long loss low lower lyrics machines \
        main major make making male man management mass match members men methods military minor modern money months mother movie movies much music musicians \
        national natural neighboring new news next night novel numbers nature objects officers official officials old older open opened opening opposition order \
        organisms original owner oxygen parents part parts patients people person personal pharmacists pharmacy place plans plants players plot point police political \
        popular population possible power present president previous prices primary prime prior private problems production professional programs projects public \
        published queen questions reaction reactions recent recently records related released religion report reports research researchers residents responsibilities results \
        review reviews right river roads roles rules sales scenes school schools science scientists season seasons section seeing sister sites situated small social \
        sometimes somewhere son song songs soon sound special species sports staff stars state states station stations statistics steam story street strong structures \
        student students studies study style success support systems task teachers team teams technology terms that themes theory things time times title top total \
        towns track trade traditional training trains treatment trees troops true types unlike urban using various versions video villages violence visitors voters votes war wars water \
        ways wealth weather white wife winners winning women word words work workers works world writer writers writing years young youth zero ancient artificial basic central classical complex \
        computer cooperation corporate critical digital direct domestic electric energy environmental equal existing external federal financial flat foreign formerly fourth \
        global green growth hundreds thousands dozens hunting industrial industry intelligence knowledge labor land learning literature living magazine market marriage material \
        medical mixed native northern southern eastern western north south east west nuclear normal notable numerous ordinary output participants pharmaceutical philosophers physical \
        planned pressure principal proper property quality radio rail railway rapid regional regular religious rising royal rural scholars scientific secondary security separate \
        service services short significant similar simple single smaller solid space spring standard strict summer superior supporters surface surveys symptoms teaching technical television tests text \
        tourism transport travel typical upper variations vehicles voting westerns winter certainly clearly simply similarly today's afterwards beginning \
        ultimately relatively politically critically commercially internationally oral overall elected inspired \
        founded set written together established formed nicknamed built subsequent led owned headquartered additional guest drew best launched designed considered adjacent singles filmed described \
        suicide active shot held access raw post friend developed begun mandatory licensed leaves long cash appearances individual online considerable conceived centered portrayed trained regarded art \
        wet feeder front recording composed subjects earlier sold graduate highlights commissioned aspects changes headquarters underground backed topics screened performance singer discovered adults run \
        honored contemporary emphasis key poor controlled composer scheduled comic newer floor editor piano studied buried missing subsidiary associated edge operator lifetime unable fossils cartoons \
        newspapers fellow website intended housed tried recorded elephant fields marks bought exposure descended educational trio duo composers moderate drive weeks assigned audio successive surrounded blind \
        farther created branches cultural giant cover closer adult guests unique difficulties accompanied camera independent signed administered vocals drums walls vast told dominant pianist roster well scored \
        mental firms viewed tertiary beauty quick control assistant pioneers thought folk geographic passage used flowers approaches intelligent medals taken device careers investors qualified historical entity \
        crime reason plus boats remembered encouraged wooden thrown take necessary stunt editors multiple literary free fruit damage usage effective content viewers managed aged featured classified loud permanent \
        acute crew noteworthy famed far ranked awarded prior principal studio come issued passengers exhibits produced pay clubs final visible soil year change added rare bring genetic range low amateur slow \
        executive made fuel tall real derived electoral lesser greater battles awesome dear hello please thanks thank sorry okay",
    ),
    (Marks::OF, "of"),
    (Marks::THE, "the"),
    (Marks::AND, "and &"),
    (Marks::LOOSE, "of the and in on at for to a an with from by or &"),
    (
        Marks::PARTICLE,
        "de la le du des del della dei di da do dos das van von der den ter ten zu zum zur el al bin ibn bint ben y e af av den ad und et les los las",
    ),
    (
        Marks::EVERYDAY,
        "tv dj cd dvd ok am pm id vs etc phd ph.d md mr mrs ms eps ep lp lps cds dvds tvs bc ad ce bce mhz khz ghz kwh 2d 3d faq ii iii iv vi vii viii ix",
    ),
    (Marks::MONTH, "sept monday tuesday wednesday thursday friday saturday sunday"),
    (
        Marks::TITLE,
        "mr mrs ms miss dr doctor prof professor sir dame lord lady king queen prince princess emperor empress pope saint st bishop archbishop cardinal president \
        chancellor premier minister senator governor mayor judge justice general colonel captain major lieutenant sergeant admiral commander marshal count countess \
        duke duchess baron baroness earl sultan shah khan caliph imam sheikh rabbi reverend rev father sister brother coach ambassador secretary tsar czar kaiser maharaja",
    ),
    (
        Marks::GIVEN,
        "james john robert michael william david richard joseph thomas charles christopher daniel matthew anthony mark donald steven paul andrew joshua kenneth kevin brian \
        george edward ronald timothy jason jeffrey ryan jacob gary nicholas eric jonathan stephen larry justin scott brandon benjamin samuel gregory frank alexander raymond \
        patrick jack dennis jerry tyler aaron jose adam henry nathan douglas peter zachary kyle walter harold jeremy ethan carl keith roger gerald terry sean arthur austin \
        lawrence albert joe ralph eugene fred louis philip johnny bobby alan martin simon oliver hugo victor ivan vladimir boris nikolai sergei mikhail alexei dmitri anton pavel \
        mary patricia jennifer linda elizabeth barbara susan jessica sarah karen lisa nancy betty margaret sandra ashley emily kimberly donna michelle carol amanda melissa \
        deborah stephanie rebecca laura helen sharon cynthia kathleen amy angela anna ruth brenda pamela nicole katherine samantha christine catherine virginia rachel janet \
        emma maria heather diane julie joyce victoria kelly christina joan evelyn judith megan alice julia grace jane marie ada marta sofia olga natalia irina elena tatiana \
        pierre jean jacques francois claude michel marcel hans karl friedrich wilhelm otto heinrich johann wolfgang giuseppe giovanni luigi marco antonio francesco carlos juan luis \
        pedro miguel fernando diego pablo ahmed mohamed muhammad ali hassan omar ibrahim yusuf raj rajendra anil sanjay vijay kumar hiroshi akira kenji li wang zhang chen",
    ),
    (
        Marks::ORG,
        "university college school institute institution academy society association federation union league party company corporation corp inc ltd llc gmbh plc group bank agency \
        ministry department bureau commission committee council board parliament congress senate assembly court office authority administration organization organisation foundation fund \
        trust club team orchestra choir band church army navy force forces police government records studios pictures entertainment productions broadcasting network press publishing \
        airlines airways motors industries laboratories labs systems technologies software consulting partners hospital museum library theatre theater brigade regiment division corps \
        alliance coalition front movement consortium holdings brewery newspaper nations pathology services",
    ),
    (
        Marks::OF_ORG,
        "university universities college department ministry institute faculty school society academy bank board office bureau house church board house court",
    ),
    (
        Marks::PLACE,
        "river lake sea ocean bay gulf strait canal creek island islands peninsula mountain mountains mount hill hills valley desert forest park county district province state city town \
        village borough parish region territory republic kingdom empire street road avenue avenues lane square bridge tower castle palace cathedral abbey airport station port harbor harbour \
        stadium arena hall house hotel building highway freeway parkway route beach cape falls springs plateau basin prefecture voivodeship oblast krai counties coast garden gardens cemetery \
        heights center centre plaza mall zoo observatory temple shrine mosque fort",
    ),
    (
        Marks::EVENT,
        "war wars battle siege revolution rebellion uprising revolt crusade massacre treaty championship championships cup olympics paralympics games festival tournament \
        conference summit expo exhibition fair election elections prix open masters series season marathon ceremony census convention congress depression earthquake hurricane crisis riots genocide bowl",
    ),
    (
        Marks::NATION,
        "american british english scottish welsh irish french german italian spanish portuguese dutch belgian swiss austrian swedish norwegian danish finnish icelandic polish czech slovak \
        hungarian romanian bulgarian serbian croatian bosnian slovenian slovene macedonian albanian greek turkish cypriot russian soviet ukrainian belarusian lithuanian latvian estonian georgian armenian \
        azerbaijani kazakh uzbek iranian persian iraqi syrian lebanese israeli jewish palestinian jordanian saudi yemeni emirati egyptian libyan tunisian algerian moroccan sudanese ethiopian somali \
        kenyan ugandan tanzanian nigerian ghanaian senegalese cameroonian congolese angolan zambian zimbabwean african indian pakistani bangladeshi nepalese nepali tibetan chinese japanese korean \
        mongolian mongol vietnamese thai cambodian burmese malaysian malay indonesian filipino singaporean taiwanese australian canadian mexican cuban jamaican haitian puerto-rican brazilian argentine argentinian \
        chilean peruvian bolivian colombian venezuelan ecuadorian uruguayan paraguayan european asian latin roman byzantine ottoman arab arabic muslim islamic christian catholic protestant \
        buddhist hindu telugu tamil bengali hindi punjabi marathi malayalam kannada hebrew yiddish sanskrit hawaiian texan californian parisian cornish breton catalan basque flemish bavarian prussian sicilian \
        british-american african-american anglo-american zealander sri-lankan emarati",
    ),
    (
        Marks::LAND,
        "england scotland wales ireland britain france germany italy spain portugal netherlands holland belgium luxembourg switzerland austria sweden norway denmark finland iceland poland \
        czechoslovakia slovakia hungary romania bulgaria serbia croatia bosnia slovenia macedonia albania greece turkey cyprus russia ukraine belarus lithuania latvia estonia armenia azerbaijan \
        kazakhstan uzbekistan iran persia iraq syria lebanon israel palestine yemen egypt libya tunisia algeria morocco sudan ethiopia somalia kenya uganda tanzania nigeria ghana \
        senegal cameroon congo angola zambia zimbabwe india pakistan bangladesh nepal tibet china japan korea mongolia vietnam thailand cambodia burma myanmar malaysia indonesia philippines \
        singapore taiwan australia canada mexico cuba jamaica haiti brazil argentina chile peru bolivia colombia venezuela ecuador uruguay paraguay europe asia africa america usa uk \
        california texas florida ohio michigan illinois pennsylvania virginia massachusetts maryland delaware tennessee kentucky alabama mississippi louisiana arkansas missouri kansas nebraska \
        iowa minnesota wisconsin indiana oregon nevada utah arizona colorado wyoming montana idaho oklahoma connecticut vermont maine alaska hawaii ontario quebec manitoba alberta \
        london paris berlin moscow rome madrid vienna athens amsterdam brussels copenhagen stockholm oslo helsinki warsaw prague budapest lisbon dublin edinburgh glasgow manchester liverpool \
        birmingham oxford cambridge boston chicago detroit philadelphia houston dallas atlanta seattle denver miami toronto montreal vancouver sydney melbourne tokyo kyoto osaka beijing \
        shanghai delhi mumbai bombay calcutta kolkata bangalore karachi lahore istanbul cairo baghdad tehran jerusalem",
    ),
    (
        Marks::WORK_NOUN,
        "film movie documentary album song single novel book series sitcom opera play musical painting poem magazine newspaper journal manga anime game sculpture soundtrack symphony comic novella episode ballet",
    ),
    (
        Marks::PERSON_NOUN,
        "actor actress singer songwriter musician composer writer author novelist poet director producer screenwriter politician footballer player coach athlete wrestler swimmer sprinter cyclist \
        boxer painter sculptor architect engineer scientist physicist chemist mathematician philosopher historian journalist lawyer judge officer general soldier nobleman noblewoman bishop priest king \
        queen prince princess emperor model dancer rapper guitarist drummer pianist conductor photographer designer businessman entrepreneur economist psychologist biologist astronomer explorer",
    ),
    (
        Marks::PLACE_NOUN,
        "village town city municipality commune county district river lake island mountain country province region settlement suburb neighborhood neighbourhood creek stream locality hamlet castle church cathedral museum airport station stadium",
    ),
    (
        Marks::ORG_NOUN,
        "company band club organization organisation university college school party agency institute corporation team label publisher airline bank union association foundation duo trio orchestra startup",
    ),
    (
        Marks::METHOD_NOUN,
        "algorithm method technique model procedure architecture protocol framework heuristic optimizer classifier theorem",
    ),
    (Marks::DATASET_NOUN, "dataset corpus benchmark database collection"),
    (Marks::METRIC_NOUN, "metric measure score index statistic"),
    (Marks::SERVICE_NOUN, "service server daemon microservice gateway api broker"),
    (
        Marks::METHOD,
        "algorithm method transform network networks model theorem transformer regression descent pagerank bm25 lstm rnn cnn bert gpt leiden louvain",
    ),
    (Marks::DATASET, "dataset corpus benchmark treebank wordnet imagenet mnist squad"),
    (Marks::METRIC, "f1 bleu rouge ndcg mrr recall precision accuracy perplexity auc map"),
    (
        Marks::NUMBERED,
        "route highway terminal alliance area channel type phase tier level apollo interstate act platform line model class formula",
    ),
    (
        Marks::UNIT,
        "ft m km mi miles metres meters feet people persons soldiers men women kg tons tonnes dollars inhabitants residents acres hectares hp kw mph rpm points users copies students species words pages",
    ),
    (Marks::DETERMINER, "the its his her their our this that"),
    (Marks::COPULA, "is was are were"),
    (
        Marks::GENERIC_HEADING,
        "introduction overview summary conclusion conclusions references abstract contents background notes usage installation example examples discussion results appendix bibliography changelog license licence contributing todo faq setup",
    ),
];

static MARKS: LazyLock<FxHashMap<&'static str, Marks>> = LazyLock::new(|| {
    let months = MONTHS.iter().flat_map(|month| [*month, &month[..3]]).map(|name| (Marks::MONTH, name));
    gather(WORDS.iter().copied().chain(months))
});

/// The marks of an English word in lower case.
pub(crate) fn marks_of(lower: &str) -> Marks {
    MARKS.get(lower).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_in_latin_letters() {
        assert!(WORDS.iter().all(|(_, words)| words.is_ascii()));
    }
}
