//! The names that models give to lists, fields and records, in the languages that they answer in: the names in prompts
//! of today's systems, and the names that models write when they forget or translate these. They are the format of
//! replies, as the keys of a file are, and the one place of the kernel beside `text/` where words of a language stand.

use crate::model::Kind;

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
/// Names of an entity's number, where relations refer to it.
pub(super) const NUMBER: &[&str] =
    &["id", "entity_id", "number", "index", "no", "nr", "key", "ref", "номер", "идентификатор", "编号", "序号"];

/// Names of the name's field, where a name is an object.
pub(super) const SPOKEN: &[&str] = &["name", "名称", "имя", "id", "title"];
/// Prefixes of entity numbers as keys: "e1", "entity_2", or none.
pub(super) const NUMBERED: &[&str] = &["", "e", "n", "id", "ent", "entity", "node", "сущность", "实体"];
/// The first field of a tuple that is an entity.
pub(super) const ENTITY: &[&str] = &["entity", "сущность"];
/// The first field of a tuple that is a relation.
pub(super) const RELATION: &[&str] = &["relationship", "relation", "связь", "отношение"];
/// The first field of a tuple that is a claim.
pub(super) const CLAIM: &[&str] = &["claim", "утверждение"];
/// The title of a report.
pub(super) const TITLE_KEY: &[&str] = &["title", "name", "название", "заголовок"];
/// Its summary.
pub(super) const SUMMARY_KEY: &[&str] = &["summary", "executive_summary", "description", "резюме"];
/// Its findings.
pub(super) const FINDINGS_KEY: &[&str] = &["findings", "insights", "выводы"];

/// Kinds by the words that models have for them; a word means the first kind that has it.
pub(super) const KIND_WORDS: [(&str, Kind); 12] = [
    ("person people character human individual author человек персона личность", Kind::Person),
    ("organization organisation company institution group team party agency team организация компания", Kind::Org),
    ("geo location place country city region state landmark место город страна", Kind::Place),
    ("event incident war meeting событие", Kind::Event),
    ("method algorithm technique model approach architecture метод алгоритм модель", Kind::Method),
    ("dataset benchmark corpus data датасет", Kind::Dataset),
    ("metric measure score метрика", Kind::Metric),
    ("service system server product сервис система", Kind::Service),
    ("library api package function class module file framework библиотека", Kind::Identifier),
    ("concept idea term topic field category theory понятие", Kind::Concept),
    ("work book film song paper artwork publication artifact произведение книга", Kind::Work),
    ("date time year period дата время", Kind::Date),
];
