//! Tests of replies in unrequested shapes: their records are read, or counted as lost.

use super::*;

/// Names, and relations as one text each.
fn read(reply: &str) -> (Vec<String>, Vec<String>, usize) {
    let found = notes(reply);
    let names = found.entities.iter().map(|entity| entity.name.clone()).collect();
    let ends = found.relations.iter().map(|of| format!("{} {} {}", of.source, of.predicate, of.target)).collect();
    (names, ends, found.lost.len())
}

fn finds(reply: &str, names: &[&str], ends: &[&str], lost: usize) {
    let (found, between, gone) = read(reply);
    assert_eq!((found, between, gone), (owned(names), owned(ends), lost), "{reply}");
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
fn marks_of_full_width_and_corner_quotes_are_marks() {
    for reply in [
        r#"｛"entities"：［｛"name"："Ilse Varga"，"type"："person"｝，｛"name"："Tarnfeld"｝］｝"#,
        "{「entities」：[{「name」：「Ilse Varga」}、{「name」：「Tarnfeld」}]}",
        r#"{＂entities＂:[{＂name＂:＂Ilse Varga＂},{＂name＂:＂Tarnfeld＂}]}"#,
        r#"{„entities“: [{„name“: „Ilse Varga“}, {„name“: „Tarnfeld“}]}"#,
        r#"{"entities"：["Ilse Varga"，"Tarnfeld"]}"#,
    ] {
        finds(reply, &["Ilse Varga", "Tarnfeld"], &[], 0);
    }
    finds(r#"{"entities": [{"name": "钟，塔：一"}]}"#, &["钟，塔：一"], &[], 0);
}

#[test]
fn keys_in_other_languages_are_known() {
    for reply in [
        r#"{"实体列表":[{"实体名称":"Ilse","实体类型":"人物"},{"名称":"Bell"}],"关系列表":[{"源实体":"Ilse","目标实体":"Bell","关系":"made"}]}"#,
        r#"{"实体":[{"名字":"Ilse"},{"名字":"Bell"}],"三元组":[{"主语":"Ilse","谓语":"made","宾语":"Bell"}]}"#,
        r#"{"Сущности":[{"Название":"Ilse","Тип":"лицо"},{"имя":"Bell"}],"Связи":[{"Источник":"Ilse","Цель":"Bell","Тип связи":"made"}]}"#,
        r#"{"объекты":[{"наименование":"Ilse"},{"сущность":"Bell"}],"отношения":[{"субъект":"Ilse","отношение":"made","объект":"Bell"}]}"#,
    ] {
        finds(reply, &["Ilse", "Bell"], &["Ilse made Bell"], 0);
    }
}

#[test]
fn what_has_keys_that_nobody_knows_is_lost_and_counted() {
    finds(r#"{"olennot": [{"nimi_": "Ilse", "laji_": "x"}, {"nimi_": "Bell", "laji_": "y"}]}"#, &[], &[], 2);
    finds(r#"{"entities": [{"nimi_": "Ilse", "laji_": "x"}]}"#, &[], &[], 1);
    finds(r#"{"entities": [{"name": "Ilse"}], "suhteet": [{"mista": "Ilse", "mihin": "Bell"}]}"#, &["Ilse"], &[], 1);
    finds(
        r#"{"entities": [{"name": "Ilse"}], "bonds": [{"source": "Ilse", "target": "Bell"}]}"#,
        &["Ilse"],
        &["Ilse  Bell"],
        0,
    );
    assert!(!notes(r#"{"answer": "I cannot read this."}"#).shaped);
}

#[test]
fn relations_by_number_lead_to_what_is_numbered() {
    for reply in [
        r#"{"nodes":[{"id":"e1","label":"Ilse"},{"id":"e2","label":"Bell"}],"edges":[{"from":"e1","to":"E2","label":"made"}]}"#,
        r#"{"entities":[{"number":7,"name":"Ilse"},{"number":9,"name":"Bell"}],"relationships":[{"source":7.0,"target":"9","predicate":"made"}]}"#,
        r#"{"entities":[{"name":"Ilse"},{"name":"Bell"}],"relationships":[{"source":0,"target":1,"predicate":"made"}]}"#,
        r#"{"entities":[{"name":"Ilse"},{"name":"Bell"}],"relationships":[{"source":"1","target":"2","predicate":"made"}]}"#,
        r#"{"entities":{"1":{"name":"Ilse"},"2":{"name":"Bell"}},"relationships":[{"source":1,"target":2,"predicate":"made"}]}"#,
        r#"{"entities":[{"id":1,"name":"Ilse"},{"id":2,"name":"Bell"}],"relationships":[{"source":{"id":1},"target":{"id":2},"predicate":"made"}]}"#,
    ] {
        finds(reply, &["Ilse", "Bell"], &["Ilse made Bell"], 0);
    }
    let unclear = r#"{"entities":[{"name":"A"},{"name":"B"},{"name":"C"}],"relationships":[{"source":1,"target":2}]}"#;
    finds(unclear, &["A", "B", "C"], &[], 1);
    let years = r#"{"entities":[{"name":"1914"},{"name":"1918"}],"relationships":[{"source":1914,"target":1918,"predicate":"before"}]}"#;
    finds(years, &["1914", "1918"], &["1914 before 1918"], 0);
}

#[test]
fn entities_may_be_keyed_by_name_or_kind() {
    for reply in [
        r#"{"entities":{"Ilse":{"type":"person"},"Bell":{"description":"d"}}}"#,
        r#"{"entities":{"Ilse":"person","Bell":"thing"},"relationships":{}}"#,
        r#"{"entities":{"person":["Ilse"],"thing":[{"name":"Bell"}]}}"#,
        r#"{"Ilse":{"type":"person","description":"d"},"Bell":{"type":"thing","description":"d"}}"#,
        r#"{"entities":[{"Ilse":"person"},{"Bell":"thing"}]}"#,
    ] {
        let mut found = notes(reply);
        found.entities.sort_by(|a, b| b.name.cmp(&a.name));
        let names: Vec<&str> = found.entities.iter().map(|entity| entity.name.as_str()).collect();
        assert_eq!((names, found.lost.len()), (vec!["Ilse", "Bell"], 0), "{reply}");
    }
    finds(r#"{"entities":["A"],"relationships":{"A":{"target":"B","predicate":"made"}}}"#, &["A"], &["A made B"], 0);
    finds(r#"{"entities":["A"],"relationships":{"A":{"made":"B"}}}"#, &["A"], &["A made B"], 0);
}

#[test]
fn a_list_that_comes_twice_is_read_twice() {
    let twice = r#"{"entities":[{"name":"Ilse"}],"relationships":[{"source":"Ilse","target":"Bell"}],"entities":[{"name":"Bell"}],"relationships":[{"source":"Bell","target":"Tower"}]}"#;
    finds(twice, &["Ilse", "Bell"], &["Ilse  Bell", "Bell  Tower"], 0);
    finds(r#"{"entities":{"Bell":{"type":"x"}},"entities":{"Ilse":{"type":"x"}}}"#, &["Bell", "Ilse"], &[], 0);
    let run_on = r#"{"entities":[{"name":"Ilse","type":"x","name":"Bell","type":"x"}]}"#;
    finds(run_on, &["Bell"], &[], 1);
}

#[test]
fn a_call_of_a_function_is_what_it_is_called_with() {
    let lists = r#"{"entities":[{"name":"Ilse"},{"name":"Bell"}],"relationships":[]}"#;
    let text = serde_json::Value::from(lists).to_string();
    for reply in [
        format!(r#"{{"name":"facts","parameters":{lists}}}"#),
        format!(r#"{{"function":{{"name":"facts","arguments":{text}}}}}"#),
        format!(r#"{{"tool_calls":[{{"type":"function","function":{{"name":"facts","arguments":{text}}}}}]}}"#),
        format!(r#"<tool_call>{{"name":"facts","arguments":{lists}}}</tool_call>"#),
        format!(r#"[{{"type":"tool_use","name":"facts","input":{lists}}}]"#),
        format!(r#"{{"title":"Facts","result":{text}}}"#),
    ] {
        finds(&reply, &["Ilse", "Bell"], &[], 0);
    }
}

#[test]
fn rows_may_be_lists() {
    for reply in [
        r#"{"entities":[["Ilse","person","d"],["Bell","thing"]],"relationships":[["Ilse","made","Bell"]]}"#,
        r#"{"entities":[["name","type"],["Ilse","person"],["Bell","thing"]],"relationships":[["Ilse","Bell","made","d"]]}"#,
        r#"{"entities":[["Ilse"],["Bell"]],"relationships":[["source","target","predicate"],["Ilse","Bell","made"]]}"#,
    ] {
        finds(reply, &["Ilse", "Bell"], &["Ilse made Bell"], 0);
    }
    finds(r#"{"entities":[["Ilse","person"]],"relationships":[["X","Y","Z","W"]]}"#, &["Ilse"], &[], 1);
}

#[test]
fn a_schema_is_no_reply() {
    let part = r#"{"type":"array","items":{"type":"object"}}"#;
    for reply in [
        format!(r#"{{"$schema":"x","type":"object","properties":{{"entities":{part},"relationships":{part}}}}}"#),
        format!("```json\n{{\"entities\": {part}, \"relationships\": {part}}}\n```"),
    ] {
        let found = notes(&reply);
        assert!(!found.shaped && found.count() == 0, "{reply}: {found:?}");
    }
    let data = r#"{"type":"object","properties":{"entities":[{"name":"Ilse"}]}}"#;
    finds(data, &["Ilse"], &[], 0);
    finds(r#"{"entities":[{"name":"string","type":"string","description":"string"}]}"#, &[], &[], 1);
}
