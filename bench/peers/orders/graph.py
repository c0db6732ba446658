"""Quipu: what it finds in a folder, as the peers are given it, and its orders."""
import csv
import json
import os
import subprocess
import tempfile

from conditions import CONDITIONS, LEAST, MODES, key


class Quipu:
    def __init__(self, program, workspace, url):
        self.program, self.workspace = program, workspace
        self.env = {**os.environ, "QUIPU_EMBED_MODEL": "openai", "QUIPU_EMBED_URL": url, "QUIPU_EMBED_NAME": "words", "NO_COLOR": "1"}

    def run(self, *arguments):
        command = [self.program, *arguments, "--workspace", str(self.workspace)]
        return subprocess.run(command, env=self.env, capture_output=True, text=True, check=False).stdout

    def json(self, *arguments):
        said = self.run(*arguments, "--json")
        return json.loads(said) if said.strip() else {}

    def version(self):
        return subprocess.run([self.program, "--version"], capture_output=True, text=True, check=True).stdout.strip()

    def indexed(self, folder):
        """Passages, entities and relations, each with the text that Quipu embeds of it."""
        self.workspace.mkdir(parents=True)
        self.run("index", str(folder))
        vertices, ties = self.exported()
        belongs = dict(sorted((tie[":START_ID"], tie[":END_ID"])) for tie in ties if tie[":TYPE"] == "PART_OF")
        chunks = {
            name[1:]: {"title": vertices[belongs[name]]["name"], "text": row["text"]}
            for name, row in vertices.items()
            if row[":LABEL"] == "Chunk"
        }
        entities = {
            name[1:]: {"name": row["name"], "kind": row["type"], "chunks": []}
            for name, row in vertices.items()
            if row[":LABEL"] == "Entity"
        }
        for tie in ties:
            if tie[":TYPE"] == "MENTIONS":
                entities[tie[":END_ID"][1:]]["chunks"].append(tie[":START_ID"][1:])
        titles = {chunk["title"]: name for name, chunk in chunks.items()}
        for entity in entities.values():
            # What only a title says is of that document's chunk.
            entity["chunks"] = entity["chunks"] or [titles[entity["name"]]]
        relations = {}
        for entity in entities.values():
            for shown in self.json("show", "entity", entity["name"]):
                for said in shown["relations"]:
                    relations[said["key"]] = {name: said[name] for name in ("predicate", "weight", "chunks")}
        for name, found in self.things("entities", entities).items():
            entities[name]["text"] = found["text"]
        for name, found in self.things("relations", entities).items():
            relations[name]["text"], (relations[name]["source"], relations[name]["target"]) = found["text"], found["ends"]
        return {"chunks": chunks, "entities": entities, "relations": relations}

    def exported(self):
        with tempfile.TemporaryDirectory() as folder:
            self.run("export", "csv", "--to", folder + "/csv")
            with open(folder + "/csv/nodes.csv") as vertices, open(folder + "/csv/relationships.csv") as ties:
                return {row["key:ID"]: row for row in csv.DictReader(vertices)}, list(csv.DictReader(ties))

    def things(self, kind, entities):
        """Everything that is searched of a kind: found by the names of all entities."""
        found = {}
        for entity in entities.values():
            for thing in self.json("search", entity["name"], "--things", kind, "--limit", "200").get("things", []):
                found[thing["key"]] = thing
        return found

    def orders(self, asked, known):
        """For each question what each light way and `ppr` give: passages, entities and relations, the best first."""
        rows = {}
        for question in asked:
            light = {key(mode, one): self.found(question["text"], mode, known, one) for one in CONDITIONS for mode in MODES}
            rows[question["id"]] = {"text": question["text"], "light": light, "ppr": self.found(question["text"], "ppr", known)}
        return rows

    def found(self, text, way, known, condition=None):
        options = {"least": LEAST, **condition} if condition else {}
        sets = [argument for name, value in options.items() for argument in ("--set", f"look.light.{name}={value}")]
        found = self.json("search", text, "--strategy", way, "--limit", "20", *sets)
        steps = {step["step"]: step["detail"] for step in found.get("trace", [])}
        things = found.get("things", [])
        return {
            "passages": [hit["title"] for hit in found.get("hits", [])],
            "entities": [known["entities"][thing["key"]]["name"] for thing in things if thing["kind"] == "entity"],
            "relations": [known["relations"][thing["key"]]["text"] for thing in things if thing["kind"] == "relation"],
            "keywords": steps.get("keywords"),
        }
