// The types of an OpenAPI description by openapi-typescript, into a file. Bytes are a Blob, as what a form takes.
//
//     node types.mjs openapi.json schema.d.ts
import { readFileSync, writeFileSync } from "node:fs";

import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

const [from, to] = process.argv.slice(2);
const blob = ts.factory.createTypeReferenceNode(ts.factory.createIdentifier("Blob"));
const tree = await openapiTS(JSON.parse(readFileSync(from, "utf8")), {
    transform: (schema) => (schema.format === "binary" ? blob : undefined),
});
writeFileSync(to, astToString(tree));
