import { expect, test } from "vitest";

import type { Answer, Hit, Step } from "../api/shapes";
import { lastTaken, places, verdict } from "./ranked";
import { droppedOf, measured, pause, readTrace, runOf, stoppedOf, written } from "./told";

const hit = (chunk: string, document: string, text = "") => ({ chunk, document, text, score: 1 }) as Hit;
const hits = [hit("1", "a", "The  Clock\nbeats."), hit("2", "b"), hit("3", "a"), hit("4", "c")];

test("a passage is placed by its document or by its words", () => {
    expect(places(hits, "a").map((one) => one.rank)).toEqual([1, 3]);
    expect(places(hits, "", "the clock beats").map((one) => one.rank)).toEqual([1]);
    expect(places(hits, "z")).toEqual([]);
    expect(lastTaken(hits, [hits[2]!, hits[0]!])?.rank).toBe(3);
    expect(lastTaken(hits, [])).toBe(null);
});

test("what kept a passage out is told apart", () => {
    const taken = [hits[0]!];
    expect(verdict(places(hits, "a"), taken, null)).toBe("taken");
    expect(verdict(places(hits, "c"), taken, null)).toBe("ranked");
    expect(verdict([], taken, places(hits, "c"))).toBe("filtered");
    expect(verdict([], taken, [])).toBe("unfound");
    expect(verdict([], taken, null)).toBe("unfound");
});

test("a trace is read again as it was written, and an answer of the API too", () => {
    const steps = [{ step: "look", detail: "x", ms: 2, agent: { event: "step.ended", id: 1, at: 0, dropped: 3 } }] as unknown as Step[];
    const agent = { effort: "deep", bounds: { steps: 24 }, spent: { steps: 1, other: 2 }, stopped: "done" };
    const answer = { question: "q", strategy: "walk", answer: "a", hits, trace: steps, agent } as unknown as Answer;
    const told = { question: "q", strategy: "walk", how: { effort: "deep" }, steps, hits, answer };
    expect(readTrace(written(told))).toEqual(told);
    expect(readTrace(JSON.stringify(answer))).toMatchObject({ question: "q", strategy: "walk", steps, hits });
    expect(() => readTrace('{"question":"q"}')).toThrow();
    expect(() => readTrace("[]")).toThrow();
    expect([droppedOf(steps), stoppedOf(told)]).toEqual([3, "done"]);
    expect(measured(runOf(answer)!)).toEqual([{ name: "steps", spent: 1, bound: 24 }, { name: "other", spent: 2, bound: null }]);
});

test("a replay lets an eye follow", () => {
    expect([pause({ step: "", detail: "", ms: 1 }), pause({ step: "", detail: "", ms: 9000 }), pause(undefined)]).toEqual([400, 1500, 400]);
});
