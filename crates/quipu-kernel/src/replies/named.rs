//! The names that models give to lists and fields, in the languages that they answer in: what prompts of today's
//! systems ask for, and what models write when they forget it or translate it.

use serde_json::{Map, Value};

use super::notes::clean;

pub(super) const ENTITIES: &[&str] = &[
    "entities",
    "named_entities",
    "nodes",
    "extracted_entities",
    "concepts",
    "entity_list",
    "names",
    "сущности",
    "имена",
    "узлы",
    "объекты",
    "именованные_сущности",
    "实体",
    "实体列表",
    "命名实体",
    "节点",
    "實體",
    "实体集",
    "entitäten",
    "entités",
    "entidades",
    "entità",
    "エンティティ",
];
pub(super) const RELATIONS: &[&str] = &[
    "relationships",
    "relations",
    "edges",
    "triples",
    "triplets",
    "facts",
    "extracted_triples",
    "relation_list",
    "связи",
    "отношения",
    "тройки",
    "триплеты",
    "факты",
    "ребра",
    "рёбра",
    "关系",
    "关系列表",
    "三元组",
    "边",
    "事实",
    "關係",
    "beziehungen",
    "relaciones",
    "relazioni",
    "関係",
];
pub(super) const CLAIMS: &[&str] = &["claims", "covariates", "утверждения", "声明", "主张", "断言"];

pub(super) const NAME: &[&str] = &[
    "name",
    "entity_name",
    "entity",
    "title",
    "label",
    "id",
    "text",
    "имя",
    "название",
    "наименование",
    "сущность",
    "имя_сущности",
    "название_сущности",
    "名称",
    "名字",
    "姓名",
    "实体名称",
    "实体名",
    "实体",
    "名稱",
    "nombre",
    "nom",
    "nome",
    "名前",
];
pub(super) const KIND: &[&str] = &[
    "type",
    "entity_type",
    "kind",
    "category",
    "class",
    "тип",
    "тип_сущности",
    "вид",
    "категория",
    "класс",
    "类型",
    "实体类型",
    "类别",
    "種類",
    "类",
    "typ",
    "tipo",
];
pub(super) const DESCRIPTION: &[&str] = &[
    "description",
    "entity_description",
    "relationship_description",
    "desc",
    "summary",
    "explanation",
    "fact",
    "описание",
    "пояснение",
    "描述",
    "实体描述",
    "关系描述",
    "说明",
    "简介",
    "beschreibung",
    "descripción",
    "descrizione",
];
pub(super) const SOURCE: &[&str] = &[
    "source",
    "source_entity",
    "src",
    "src_id",
    "from",
    "head",
    "subject",
    "source_name",
    "start_node",
    "источник",
    "откуда",
    "субъект",
    "от",
    "исходная_сущность",
    "源",
    "源实体",
    "来源",
    "起点",
    "头实体",
    "主语",
    "主体",
    "quelle",
    "origen",
    "fuente",
    "sujeto",
];
pub(super) const TARGET: &[&str] = &[
    "target",
    "target_entity",
    "tgt",
    "tgt_id",
    "to",
    "tail",
    "object",
    "target_name",
    "end_node",
    "цель",
    "куда",
    "объект",
    "к",
    "целевая_сущность",
    "目标",
    "目标实体",
    "终点",
    "尾实体",
    "宾语",
    "客体",
    "對象",
    "ziel",
    "destino",
    "cible",
];
pub(super) const PREDICATE: &[&str] = &[
    "predicate",
    "relation",
    "relationship",
    "relation_type",
    "relationship_type",
    "type",
    "label",
    "предикат",
    "отношение",
    "связь",
    "тип_связи",
    "тип_отношения",
    "тип",
    "关系",
    "谓词",
    "谓语",
    "关系类型",
    "关系名称",
    "类型",
    "beziehung",
    "relación",
    "relazione",
];
pub(super) const KEYWORDS: &[&str] =
    &["keywords", "relationship_keywords", "themes", "ключевые_слова", "темы", "关键词", "关系关键词"];
pub(super) const STRENGTH: &[&str] = &[
    "strength",
    "relationship_strength",
    "weight",
    "score",
    "confidence",
    "сила",
    "сила_связи",
    "вес",
    "强度",
    "权重",
    "关系强度",
];
pub(super) const FROM: &[&str] =
    &["valid_from", "start_date", "from_date", "valid_at", "since", "дата_начала", "开始日期", "开始时间"];
pub(super) const TO: &[&str] =
    &["valid_to", "end_date", "to_date", "invalid_at", "until", "дата_окончания", "结束日期", "结束时间"];
pub(super) const SUBJECT: &[&str] = &["subject", "subject_entity", "subject_name", "субъект", "主体", "主语"];
pub(super) const OBJECT: &[&str] = &["object", "object_entity", "object_name", "объект", "客体", "宾语"];
pub(super) const CLAIMED: &[&str] = &["claim_type", "type", "kind", "тип", "类型"];
pub(super) const STATUS: &[&str] = &["status", "claim_status", "статус", "状态"];
pub(super) const QUOTE: &[&str] =
    &["quote", "source_text", "claim_source_text", "evidence", "quoted_text", "цитата", "引用"];
/// What an entity is numbered by, where relations name it so.
pub(super) const NUMBER: &[&str] =
    &["id", "entity_id", "number", "index", "no", "nr", "key", "ref", "номер", "идентификатор", "编号", "序号"];

/// Names of fields that hold a name only where nothing else does.
const FAINT: [&str; 4] = ["id", "text", "label", "title"];

/// Whether a record says its own name, and not only a number or a text that may be one.
pub(super) fn is_named(map: &Map<String, Value>) -> bool {
    let sure: Vec<&str> = NAME.iter().copied().filter(|name| !FAINT.contains(name)).collect();
    !field(map, &sure).is_empty()
}

/// What a list holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Entity,
    Relation,
    Claim,
    /// Whatever each record looks like.
    Any,
}

/// What a list is called tells what it holds.
pub(super) fn called(name: &str) -> Option<Sort> {
    let name = spelled(name);
    let among = |names: &[&str]| names.contains(&name.as_str());
    if among(ENTITIES) {
        Some(Sort::Entity)
    } else if among(RELATIONS) {
        Some(Sort::Relation)
    } else if among(CLAIMS) {
        Some(Sort::Claim)
    } else {
        None
    }
}

/// Whether a key is the name of any field that is read.
pub(super) fn is_field(name: &str) -> bool {
    let name = spelled(name);
    let all = [
        NAME,
        KIND,
        DESCRIPTION,
        SOURCE,
        TARGET,
        PREDICATE,
        KEYWORDS,
        STRENGTH,
        FROM,
        TO,
        SUBJECT,
        OBJECT,
        CLAIMED,
        STATUS,
        QUOTE,
        NUMBER,
    ];
    all.iter().any(|names| names.contains(&name.as_str()))
}

/// A key as the names here are spelled.
fn spelled(name: &str) -> String {
    name.trim().to_lowercase().replace([' ', '-'], "_")
}

/// The first of the fields of these names that is there.
pub(super) fn find<'m>(map: &'m Map<String, Value>, names: &[&str]) -> Option<&'m Value> {
    // What is written as the names here are was found by them.
    let odd = map.keys().any(|key| !key.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'));
    let named = |name: &&str| map.get(*name).or_else(|| if odd { by_case(map, name) } else { None });
    names.iter().filter_map(named).find(|value| !value.is_null())
}

/// "Entity Name" for `entity_name`.
fn by_case<'m>(map: &'m Map<String, Value>, name: &str) -> Option<&'m Value> {
    let same = |key: &str| {
        let key = key.trim().chars().map(|c| if c == ' ' || c == '-' { '_' } else { c }).flat_map(char::to_lowercase);
        key.eq(name.chars())
    };
    map.iter().find(|(key, _)| same(key)).map(|(_, value)| value)
}

/// The text of a field; empty where it is not there.
pub(super) fn field(map: &Map<String, Value>, names: &[&str]) -> String {
    find(map, names).map(|value| clean(&said(value))).unwrap_or_default()
}

/// A scalar as text; the name of an object that stands in the place of a name.
pub(super) fn said(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => match number.as_f64() {
            // 1.0 is what some models number by.
            Some(float) if number.is_f64() && float.fract() == 0.0 && float.abs() < 1e15 => format!("{float:.0}"),
            _ => number.to_string(),
        },
        Value::Object(map) => ["name", "名称", "имя", "id", "title"]
            .iter()
            .find_map(|key| map.get(*key).filter(|value| value.is_string() || value.is_number()).map(said))
            .unwrap_or_default(),
        Value::Array(list) => list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "),
        Value::Null | Value::Bool(_) => String::new(),
    }
}
