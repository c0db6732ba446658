//! Usual Russian given names, and foreign ones as Russians write them, in all cases.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::sound;

/// Cases, as bits.
pub(crate) const NOM: u8 = 1;
pub(crate) const GEN: u8 = 2;
pub(crate) const DAT: u8 = 4;
pub(crate) const ACC: u8 = 8;
pub(crate) const INS: u8 = 16;
pub(crate) const PRE: u8 = 32;
pub(crate) const ANY: u8 = 63;

/// Genders, as bits.
pub(crate) const HE: u8 = 1;
pub(crate) const SHE: u8 = 2;
pub(crate) const BOTH: u8 = 3;

/// One way to understand a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reading {
    /// Its sound in the nominative, without a final vowel; women's have an `a`.
    pub(crate) sound: String,
    /// Its possible genders.
    pub(crate) genders: u8,
    /// Cases in which it may stand.
    pub(crate) cases: u8,
}

/// Men's given names; of two with a fleeting vowel, the oblique stem is listed too.
const HIS: &str = "александр алексей анатолий андрей антон аркадий артем борис вадим валентин валерий василий виктор виталий владимир \
владислав всеволод вячеслав геннадий георгий григорий даниил денис дмитрий евгений егор иван игорь илья иосиф кирилл \
константин лев леонид максим марк матвей михаил никита николай олег павел петр роман сергей степан тимофей федор \
юрий яков ярослав святослав анатоль джон джеймс чарльз чарлз уильям вильям роберт альберт томас дональд рональд \
ричард генрих эдуард артур герман вильгельм фридрих людвиг вольфганг иоганн йозеф ганс густав рудольф отто вернер \
эрвин эрнест нильс курт франц макс карл феликс эмиль арнольд альфред эдгар оскар рихард роальд исаак авраам давид \
самуил соломон джордж джозеф джек майкл дэвид стивен питер фрэнк франклин бенджамин теодор николас кристофер \
христофор фернан мартин лукас якоб жак пьер поль жан рене мишель марсель франсуа хуан карлос луис мигель фидель \
эрнесто марио паоло тимур ринат рустам эльдар родион станислав мстислав савва лаврентий климент игнатий архип \
антонин богдан глеб демьян емельян захар кузьма лука макар модест никифор остап прохор семен тарас трофим фома юлиан \
эрик линус гарри арсений вениамин викентий виссарион гавриил гурий евграф ефим ефрем зиновий илларион иннокентий \
казимир корней лазарь мирон митрофан назар наум нестор никанор осип пафнутий порфирий прокопий рафаил рубен самсон \
северин серафим спиридон терентий тихон трифон феофан филипп харитон эммануил иммануил эраст юлий аполлон аристарх \
бронислав гейдар ибрагим мечислав мурад нурсултан рашид хасан бернард бертран брайан грегор дэниел зигмунд клод \
конрад леопольд мориц натаниэль освальд патрик уолтер фредерик хендрик эндрю эрих юлиус гюстав антуан стефан жуан \
педро амвросий анисим антип арсен аполлинарий артемий афанасий варлам варфоломей велимир венедикт галактион герасим \
гордей давыд досифей евдоким евлампий евсей евстафий евтихий елисей епифан ермак ермолай игнат измаил иоанн ираклий \
исидор кондрат леонтий леонард любомир мануил маркел матфей мелентий мефодий мирослав никандр никодим никон онисим \
палладий панкрат пантелеймон парфен пахом пимен поликарп потап ростислав сильвестр симеон симон софрон тит фаддей \
федот феодор феодосий феоктист ферапонт филарет филимон флор фрол яким арам ашот вазген вахтанг гурам давит зураб \
левон отар реваз резо тигран шалва айдар дамир ильдар марат наиль рафаэль рифат талгат фарид шамиль арвид гуннар \
густаф имре ласло миклош адольф адриан альберто альбрехт альфонс андре анри артуро бенито бертольт бруно виллем \
вольфрам гаспар герхард готфрид готлиб гульельмо джованни джордано джорджо джузеппе доменико дэниэл жозеф жорж \
зденек иоахим ирвинг итало йохан клаус кристиан кристоф лоренцо лоренц лоуренс луиджи лучано маурицио мауриц мауро \
маттео наполеон оноре отмар пабло роберто роджер рэй стэнли сэмюэл теофиль томмазо уго ульрих умберто фабио федерико \
филип франсиско франческо хорхе хосе эдвард эдвин эдмон эдмунд эжен эмануэль эмилио энрико энцо эмманюэль эрнандо \
юджин юстус юзеф диего винсент габриэль сальвадор уинстон гарольд говард дуглас герберт руаль фритьоф ингмар генрик \
хенрик тадеуш анджей войцех вацлав янош иштван ференц золтан слободан гильом жерар жером рауль леон юхан олаф \
харальд грэм оливер льюис митчелл джонатан бартоломью эрнан васко фернандо альфонсо ян людовик исмаил ахмед юсуф мустафа";
/// Women's given names.
const HERS: &str = "александра анна анастасия ангелина валентина валерия вера виктория галина дарья евгения екатерина елена елизавета \
зинаида зоя инна ирина ксения лариса лидия людмила маргарита марина мария надежда наталья нина оксана ольга полина \
раиса светлана софия софья тамара татьяна юлия августа жозефина кристина паула алла алиса алина арина белла варвара \
василиса вероника влада диана ева жанна злата изабелла карина кира клара лилия майя марианна марфа нонна регина \
римма роза серафима снежана ульяна фаина фрида эльвира эмилия эмма эвелина шарлотта агата индира сара клавдия \
лукреция франсуаза агния аглая агриппина антонина анфиса бронислава генриетта гертруда дарина доротея зарина изольда \
капитолина каролина катарина лиза лилиана лина луиза магдалина матильда мелания наталия олеся пелагея прасковья \
ревекка рената руфина сабина стефания таисия тереза ульрика федосья элеонора элла эльза ядвига яна ярослава аграфена \
аделаида акулина александрина алевтина анжела анисия виолетта гелена глафира дина евдокия евпраксия евфросиния \
ефросинья клеопатра любава людвика магда матрена мирра неонила октябрина параскева розалия роксана руслана рузанна \
саломея степанида стелла сусанна федора фекла флора харитина шушаник эвника юстина агнесса альма амалия аманда \
анджела анита беата белинда берта бригитта вальтрауд ванда джоанна джулия жанетта лаура леонора линда лорена лючия \
мерседес миранда моника наоми николетта памела патриция ребекка рита розалинда сабрина сильвия тильда ума урсула \
шейла эдита эрика эстер вирджиния барбара франческа сандра хелена беатриса августина джоан джейн элизабет";
/// The readings of each form.
type Forms = FxHashMap<String, Vec<Reading>>;

/// All given names, how each sounds, and whose it is.
fn names() -> impl Iterator<Item = (&'static str, String, u8)> {
    let all = [(HIS, HE), (HERS, SHE)].into_iter();
    all.flat_map(|(names, gender)| names.split_ascii_whitespace().map(move |name| (name, gender))).map(
        |(name, gender)| {
            let base = sound::of_cyrillic(name).unwrap_or_default();
            let mut sound = sound::stem(&base).to_owned();
            if gender == SHE {
                sound.push('a');
            }
            (name, sound, gender)
        },
    )
}

/// The forms of all given names.
pub(crate) static GIVEN: LazyLock<Forms> = LazyLock::new(|| {
    let mut forms = Forms::default();
    for (name, sound, gender) in names() {
        for (form, cases) in declined(name) {
            let reading = Reading { sound: sound.clone(), genders: gender, cases };
            forms.entry(form).or_default().push(reading);
        }
    }
    forms
});

/// The forms of a given name.
fn declined(name: &str) -> Vec<(String, u8)> {
    let (stem, endings): (&str, &[(&str, u8)]) = if let Some(stem) = name.strip_suffix("ия") {
        (stem, &[("ия", NOM), ("ии", GEN | DAT | PRE), ("ию", ACC), ("ией", INS)])
    } else if let Some(stem) = name.strip_suffix("ий") {
        (stem, &[("ий", NOM), ("ия", GEN | ACC), ("ию", DAT), ("ием", INS), ("ии", PRE)])
    } else if let Some(stem) = name.strip_suffix('й') {
        (stem, &[("й", NOM), ("я", GEN | ACC), ("ю", DAT), ("ем", INS), ("е", PRE)])
    } else if let Some(stem) = name.strip_suffix('ь') {
        (stem, &[("ь", NOM), ("я", GEN | ACC), ("ю", DAT), ("ем", INS), ("е", PRE)])
    } else if let Some(stem) = name.strip_suffix('я') {
        (stem, &[("я", NOM), ("и", GEN), ("е", DAT | PRE), ("ю", ACC), ("ей", INS)])
    } else if let Some(stem) = name.strip_suffix('а') {
        (stem, &[("а", NOM), ("ы", GEN), ("и", GEN), ("е", DAT | PRE), ("у", ACC), ("ой", INS)])
    } else {
        (name, &[("", NOM), ("а", GEN | ACC), ("у", DAT), ("ом", INS), ("е", PRE)])
    };
    let oblique = match name {
        "павел" => "павл",
        "лев" => "льв",
        _ => stem,
    };
    let form =
        |(ending, cases): &(&str, u8)| (format!("{}{ending}", if *cases == NOM { stem } else { oblique }), *cases);
    endings.iter().map(form).collect()
}

/// Possible readings of a form of a usual given name. English documents do not load the Russian names.
fn readings(word: &str) -> Option<&'static [Reading]> {
    if word.is_ascii() { None } else { GIVEN.get(word).map(Vec::as_slice) }
}

/// True if a word is a form of a usual given name.
pub(crate) fn is_form_of_given(word: &str) -> bool {
    readings(word).is_some()
}

/// The cases of a form of a usual given name, as bits.
pub(crate) fn cases_of_given(word: &str) -> Option<u8> {
    readings(word).map(|readings| readings.iter().fold(0, |cases, reading| cases | reading.cases))
}

/// The Russian given name of a word in Latin letters, by its sound, if it is one.
pub(crate) fn is_given(sound: &str) -> Option<String> {
    let stem = sound::stem(sound);
    let his = GIVEN_SOUNDS.get(stem).is_some_and(|genders| genders & HE != 0);
    let woman = format!("{stem}a");
    let hers = sound.ends_with('a') && GIVEN_SOUNDS.get(woman.as_str()).is_some_and(|genders| genders & SHE != 0);
    if hers { Some(woman) } else { his.then(|| stem.to_owned()) }
}

static GIVEN_SOUNDS: LazyLock<FxHashMap<String, u8>> = LazyLock::new(|| {
    let mut out: FxHashMap<String, u8> = FxHashMap::default();
    for (_, sound, gender) in names() {
        *out.entry(sound).or_default() |= gender;
    }
    out
});
