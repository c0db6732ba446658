// What kinds are called in the page's language; one that it does not know (those of the settings) is shown as it is.

import { m } from "../paraglide/messages.js";
import type { Line } from "./shapes";

const KINDS: Record<string, () => string> = {
    chunk: m.passage,
    community: m.graph_theme,
    document: m.graph_document,
    ENTITY: m.kind_entity,
    PERSON: m.kind_person,
    ORG: m.kind_org,
    PLACE: m.kind_place,
    WORK: m.kind_work,
    METHOD: m.kind_method,
    ALGORITHM: m.kind_algorithm,
    DATASET: m.kind_dataset,
    METRIC: m.kind_metric,
    SERVICE: m.kind_service,
    IDENTIFIER: m.kind_identifier,
    CONCEPT: m.kind_concept,
    DATE: m.kind_date,
    EVENT: m.kind_event,
};

/** A kind of points. */
export function kindName(kind: string): string {
    return KINDS[kind]?.() ?? kind;
}

/** What a line says, or how its ends stand together. */
export function says(line: Line): string {
    return line.says || (line.kind === "mention" ? m.graph_mentioned() : m.together());
}
