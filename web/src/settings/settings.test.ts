import { expect, test } from "vitest";

import { pieces } from "../parts/pieces";
import { curl, filled, python } from "./connect";
import programs from "./programs.json";
import { choices, groups, merged, type Setting } from "./setting";

const row = (key: string, value: string, about: string, isDefault = true) => ({ key, value, about, default: isDefault, for_requests: false, from_afar: true }) as Setting;

test("a setting that names its values is chosen, any other is typed", () => {
    expect(choices({ about: "what is read: its main part, or menus, too; one of main, all", value: "main" })).toEqual(["main", "all"]);
    expect(choices({ about: "что читать; одно из значений main, all", value: "all" })).toEqual(["main", "all"]);
    expect(choices({ about: "how many hits to return", value: "10" })).toEqual([]);
    expect(choices({ about: "whether words such as `the` count", value: "false" })).toEqual(["true", "false"]);
    expect(choices({ about: "odd; one of no, yes", value: "maybe" })).toEqual(["maybe", "no", "yes"]);
});

test("a reply of a change stands in the place of its rows alone", () => {
    const all = [row("a.x", "1", ""), row("b.y", "2", "")];
    expect(merged(all, [row("b.y", "3", "", false)]).map((one) => one.value)).toEqual(["1", "3"]);
});

test("settings are found by all words, of key or help", () => {
    const all = [row("look.limit", "10", "how many hits"), row("look.facts", "all", "whose facts", false), row("load.html", "main", "web pages")];
    expect(groups(all, "LOOK hits", false)).toEqual([["look", [all[0]]]]);
    expect(groups(all, "", true)).toEqual([["look", [all[1]]]]);
    expect(groups(all, "", false).map(([name]) => name)).toEqual(["look", "load"]);
});

test("snippets name the workspace, and a token where one is needed", () => {
    expect(curl("http://h:1", "my papers", false)).toContain("'http://h:1/api/v1/workspaces/my%20papers/ask'");
    expect(curl("http://h:1", "w", true)).toContain("$QUIPU_TOKEN");
    expect(python("http://h:1", "w", false)).not.toContain("QUIPU_TOKEN");
    expect(python("http://h:1", "w", true)).toContain('os.environ["QUIPU_TOKEN"]');
});

test("what to type in a program is filled in, and its words are told from its code", () => {
    const blanks = { address: "http://h:1", token: "qp_x", workspace: "w", place: "w", question: "Who?" };
    for (const { parts } of programs) {
        for (const { text, lang, where } of parts) {
            const typed = filled(text, blanks);
            expect(typed).not.toMatch(/\{(address|token|workspace|place|question)\}/);
            if (lang === "json") JSON.parse(typed);
            expect(where.ru).not.toBe("");
        }
    }
    expect(pieces("In `a.json`: this")).toEqual([
        { code: false, text: "In " },
        { code: true, text: "a.json" },
        { code: false, text: ": this" },
    ]);
});
