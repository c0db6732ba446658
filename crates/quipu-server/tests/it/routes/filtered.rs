//! Filter expressions over HTTP: in bodies as text and as JSON, in queries as text, in options of a look.

use reqwest::StatusCode;
use serde_json::{Value, json};

use super::BELL;
use crate::common::{Server, space};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_expression_filters_in_both_of_its_forms() {
    let server = Server::of(&["a"]).await;
    for (id, text, metadata) in [
        ("bell", BELL, json!({ "year": 1871, "tags": ["bells"] })),
        ("rope", "# Rope\n\nThe rope of the bell is of hemp.\n", json!({ "year": 1902 })),
    ] {
        let body = json!({ "id": id, "text": text, "metadata": metadata });
        let (_, job) = server.post(&space("a", "/documents"), &body).await;
        server.over("a", job["id"].as_str().unwrap()).await;
    }
    let found = async |filter: Value| {
        let body = json!({"query": "bell", "strategy": "lexical", "filter": filter});
        let (status, found) = server.post(&space("a", "/search"), &body).await;
        assert_eq!(status, StatusCode::OK, "{found}");
        let hits = found["hits"].as_array().unwrap().iter().map(|hit| hit["document"].as_str().unwrap().to_owned());
        hits.collect::<std::collections::BTreeSet<String>>().into_iter().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(found(json!({})).await, "bell rope");
    assert_eq!(found(json!({"where": "year > 1871"})).await, "rope");
    assert_eq!(found(json!({"where": {"field": "year", "between": {"to": 1871}}})).await, "bell");
    assert_eq!(found(json!({"where": {"not": {"field": "tags", "exists": true}}})).await, "rope");
    let (status, problem) = {
        let body = json!({"query": "bell", "filter": {"where": {"not": {"field": "tags", "equals": null}}}});
        server.post(&space("a", "/search"), &body).await
    };
    assert_eq!((status, problem["code"].as_str()), (StatusCode::UNPROCESSABLE_ENTITY, Some("invalid")), "{problem}");
    assert_eq!(problem["errors"][0]["pointer"], "/filter/where", "{problem}");
    assert!(problem["detail"].as_str().unwrap().contains("/not/equals: "), "{problem}");
    let (_, page) = server.get(&space("a", "/search?query=bell&where=year%3C1900")).await;
    assert!(page["hits"].as_array().unwrap().iter().all(|hit| hit["document"] == "bell"), "{page}");
    let (_, page) = server.get(&space("a", "/grep?pattern=bell&where=title%20%3D%20rope")).await;
    assert!(page["items"].as_array().unwrap().iter().all(|one| one["document"] == "rope"), "{page}");
    let (_, page) = server.get(&space("a", "/documents?where=not%20tags%20exists")).await;
    assert_eq!((page["items"].as_array().unwrap().len(), &page["items"][0]["id"]), (1, &json!("rope")), "{page}");
    let (status, problem) = server.get(&space("a", "/search?query=bell&where=year%3E")).await;
    assert_eq!((status, problem["code"].as_str()), (StatusCode::UNPROCESSABLE_ENTITY, Some("invalid")), "{problem}");
    assert!(problem["detail"].as_str().unwrap().contains("character 6"), "{problem}");
    let (status, problem) = server.get(&space("a", "/search?query=bell&where=%24section%3Dmethods")).await;
    assert_eq!(
        (status, problem["code"].as_str()),
        (StatusCode::UNPROCESSABLE_ENTITY, Some("filter-field")),
        "{problem}"
    );
    let body = json!({"query": "bell", "strategy": "lexical", "look": {"where": "year = 1902"}});
    let (_, found) = server.post(&space("a", "/search"), &body).await;
    assert!(found["hits"].as_array().unwrap().iter().all(|hit| hit["document"] == "rope"), "{found}");
}
