// The page's names for what the server gives. The types are made of its OpenAPI.

import type { Schemas } from "./client";

type KeyOf<T> = T extends unknown ? keyof T : never;
type ValueOf<T, K extends PropertyKey> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;

/** One of several shapes, whose fields may all be asked for: those that it has not are not there. */
export type AnyOf<T> = { [K in KeyOf<T>]?: ValueOf<T, K> };

/** Why a score is what it is: a sum of parts, or one reason. */
export type Why = Schemas["Why"];
/** A passage that was found. */
export type Hit = Schemas["ShownHit"];
/** A place that an answer cites. */
export type Citation = Schemas["Citation"];
/** A sentence of a written answer that was held against its sources. */
export type CheckedSentence = Schemas["CheckedSentence"];
/** A question of a conversation as it is kept. */
export type Exchange = Schemas["Exchange"];
/** A conversation in short. */
export type Conversation = Schemas["Session"];
/** A step of a question. */
export type Step = Schemas["TraceStep"];
/** An answer. */
export type Answer = Schemas["Answer"];
/** A document as a list shows it. */
export type DocumentRow = Schemas["DocumentRow"];
/** What a workspace holds. */
export type Status = Schemas["StatusReply"];
