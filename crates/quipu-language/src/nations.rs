//! Nations by their adjectives, so that an American and a man of the United States are of one nation.

/// Adjectives and other names, each with its nation, folded.
const NATIONS: &str = "american:united states|us:united states|u s:united states|usa:united states|america:united states|\
british:united kingdom|uk:united kingdom|english:england|french:france|german:germany|italian:italy|dutch:netherlands|\
danish:denmark|swedish:sweden|spanish:spain|polish:poland|turkish:turkey|greek:greece|irish:ireland|scottish:scotland|\
welsh:wales|chinese:china|japanese:japan|swiss:switzerland|finnish:finland|norwegian:norway|portuguese:portugal|\
thai:thailand|taiwanese:taiwan|filipino:philippines|czech:czech republic|iraqi:iraq|icelandic:iceland|belgian:belgium|\
mexican:mexico|canadian:canada|iranian:iran|persian:iran|israeli:israel|kenyan:kenya|argentine:argentina|\
argentinian:argentina|pakistani:pakistan|afghan:afghanistan|indian:india|australian:australia|austrian:austria|\
russian:russia|soviet:soviet union|brazilian:brazil|chilean:chile|colombian:colombia|peruvian:peru|cuban:cuba|\
venezuelan:venezuela|uruguayan:uruguay|paraguayan:paraguay|bolivian:bolivia|ecuadorian:ecuador|korean:korea|\
south korean:south korea|north korean:north korea|vietnamese:vietnam|indonesian:indonesia|malaysian:malaysia|\
singaporean:singapore|bangladeshi:bangladesh|nepalese:nepal|syrian:syria|lebanese:lebanon|saudi:saudi arabia|\
egyptian:egypt|nigerian:nigeria|ghanaian:ghana|ethiopian:ethiopia|moroccan:morocco|algerian:algeria|tunisian:tunisia|\
malian:mali|mauritanian:mauritania|ukrainian:ukraine|serbian:serbia|croatian:croatia|slovenian:slovenia|\
slovak:slovakia|bosnian:bosnia|albanian:albania|macedonian:macedonia|bulgarian:bulgaria|romanian:romania|\
hungarian:hungary|estonian:estonia|latvian:latvia|lithuanian:lithuania|georgian:georgia|armenian:armenia|\
azerbaijani:azerbaijan|kazakh:kazakhstan|jamaican:jamaica|haitian:haiti|maltese:malta|cypriot:cyprus|\
luxembourgish:luxembourg|new zealand:new zealand|south african:south africa|belizean:belize|sri lankan:sri lanka";

/// The nation that a folded name or adjective means; any other name means itself.
pub fn nation(folded: &str) -> &str {
    let bare = folded.strip_prefix("the ").unwrap_or(folded);
    let known = NATIONS.split('|').filter_map(|pair| pair.split_once(':')).find(|(name, _)| *name == bare);
    known.map_or(bare, |(_, nation)| nation)
}

/// True if a folded name is a nation's.
pub fn is_nation(folded: &str) -> bool {
    NATIONS.split('|').filter_map(|pair| pair.split_once(':')).any(|(_, nation)| nation == folded)
}
