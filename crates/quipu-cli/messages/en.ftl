# What quipu says, in English. `ru.ftl` holds the same names; a test holds the two to each other and to the code.
# Errors of the floors, help, and what settings do stand in the sources in English: see `ru-errors.ftl` and `ru-help.ftl`.

## Wrong usage: the thing, the reason, the next step

no-folder = there is no current folder; name one with --workspace
lang-unknown = QUIPU_LANG is "{ $found }", an unsupported language; set it to en or ru
pair = write it as KEY=VALUE
standard-input = standard input
standard-output = standard output
summary-of-entity = only an entity is shown as a whole; write `quipu show entity NAME --summary`
tree-of-entity = only an entity has neighbours; write `quipu show entity NAME --tree`
show-nothing = nothing here has that name; `quipu search` finds chunks by their words
bench-no-sets = there is no { $folder } here or above; name one with --sentences
bench-thread = the benchmark's thread ended early; run it again, and report this if it repeats
no-config-home = neither XDG_CONFIG_HOME nor HOME is set; set one of them
no-editor = neither VISUAL nor EDITOR is set; set one, or use `quipu config set`
no-parent = { $path } has no parent folder; name another file
editor = the editor { $program }
editor-failed = the editor { $program } failed ({ $ended }), and { $path } is unchanged; set another in VISUAL, or use `quipu config set`
edit-refused = { $path } is unchanged, and your text is saved in { $kept }
export-folder = this format is a folder of files; name one with --to
draw-where = name an output: --html FILE, --svg FILE, --dot FILE, or --json
min-cosine = --min is a cosine, from -1 to 1
token-made = token { $id }: it is shown only once; send it as `Authorization: Bearer`
token-unknown = there is no token "{ $id }"; `quipu token list` shows them
serving = Quipu answers at { $address } (Ctrl-C ends it)
serve-open = { $address } can be reached from other machines, and there is no token; make one with `quipu token create NAME`, or listen on 127.0.0.1
serve-listen = { $address }: { $reason }; name another with --listen
serve-proxy = server.proxies: "{ $found }" is not an address or a network; use 127.0.0.1 or 10.0.0.0/8
serve-public-url = server.public_url: "{ $found }" is not the address of a web server; use https://quipu.example.org or https://example.org/quipu
serve-state = the server's files in { $folder }: { $reason }
serve-workspace = the workspace { $name } cannot be served
serve-not-opened = no browser was opened: { $reason }
serve-address = "{ $found }" is not an address; write it as 127.0.0.1:7171
serve-root = `server.roots`: { $folder }: { $reason }
backed-up = { $files } files, { $megabytes } MB
restored = { $files } files, { $megabytes } MB in { $folder }
backup-there = { $path } already exists; name another file, or replace it with --force
handed = the server of this workspace runs it with its own settings: job { $job }
handed-no-input = the server of this workspace cannot read standard input; write it to a file, or stop the server
handed-path = { $path } is not valid Unicode, and a server runs this workspace; rename it, or stop the server
handed-broken = the server's report cannot be read: the server has another version
stopping = stopping: saving the documents read so far (Ctrl-C again to stop at once)
folder-not-empty = { $folder } is not empty; name an empty folder, or a new one
workspace-delete = Delete { $store }?
workspace-none = There are no named workspaces; `quipu workspace create NAME` adds one.
workspace-created = { $name } is { $folder }; `quipu -w { $name } index PATH` adds documents
say-yes = { $question } Use --yes: there is no terminal for the question
yes-or-no = { $question } [y/N]
eval-stale = No verdict on { $count } answers: { $ids }. `--json` prints them, to be judged.
eval-unread = { $path } is left out: { $why }
eval-configuration = configuration "{ $name }"
damaged = a file of the workspace is damaged: its data is invalid, or it ends too early; `quipu doctor` shows where

## What the system refused

of-file = { $path }: { $reason }
unsaid = { $error }
system-not-found = no such file or folder; check the path
system-denied = permission denied; change the permissions, or choose another place
system-exists = it already exists; choose another name
system-is-folder = it is a folder; name a file
system-no-folder = a part of the path is a file; name a folder
system-full = the disk is full; free some space and run it again
system-read-only = the file system is read-only; choose another place
system-name = the system does not accept this name; choose another
system-too-large = the file is too large for the system; choose another place
system-refused = the connection was refused
system-slow = the operation timed out; try again
system-files = this process may open no more files; raise `ulimit -n`, or work in fewer workspaces at once
system-memory = this process cannot get more memory or address space; raise `ulimit -v` and vm.max_map_count, or work in fewer workspaces at once
system-other = { $reason }

## Settings

origin-default = the default
origin-unset = default
origin-variable = the variable { $name }
origin-flag = the flag { $name }
setting-all = `quipu settings` lists them all
setting-near = did you mean "{ $name }"? `quipu settings` lists them all
former-key = { $origin } sets { $key }, which is now called { $now }: please rename it
former-key-gone = { $origin } sets { $key }, which no longer exists: its value is fixed now; remove it
setting-set-by = { $value }, set by { $origin }
overlap-too-much = the overlap may be at most { $most } for the small chunks of { $splitter }
accepts-number = a number from { $low } to { $high }
accepts-names = one of { $names }
accepts-text = a text
accepts-texts = a list of texts, as in ["\n\n", " "]
accepts-expression = an expression over fields ({ $wrong })
accepts-lines = a list of lines, as in { $example }

## Numbers with their words

unit-bytes = { $value } B
unit-kilobytes = { $value } kB
unit-megabytes = { $value } MB
unit-gigabytes = { $value } GB
unit-terabytes = { $value } TB
unit-seconds = { $value } s
unit-minutes = { $minutes } min { $seconds } s
unit-hours = { $hours } h { $minutes } min
count-documents = { $count ->
    [one] { $count } document
   *[other] { $count } documents
}
count-chunks = { $count ->
    [one] { $count } chunk
   *[other] { $count } chunks
}

## Reports

watch-waiting = { $holder } is writing to { $path }; changes are read when it is done
read-skipped = { $path } { $why }
read-partial = not whole: { $why }
read-page = page { $page }
report-skipped = skipped: { $path } { $why }
report-partial = not whole: { $path } { $why }
report-replaced = replaced by a later file with its id: { $path } { $why }
report-moved = moved: { $from } -> { $to }
report-removed = removed: { $id }
report-kept = { $count ->
    [one] kept: { $id }, whose file cannot be reached; --prune --force removes it
   *[other] kept: { $count } documents whose files cannot be reached ({ $id } first); --prune --force removes them
}
report-uncovered = { $count ->
    [one] { $count } chunk has no vector, since the model cannot read its text; it is found only by words
   *[other] { $count } chunks have no vector, since the model cannot read their text; they are found only by words
}
report-language = { $documents ->
    [one] { $documents } document in { $language }
   *[other] { $documents } documents in { $language }
}
report-languages-questions = { $counts }: words, names by their capitals and question words are read, no sentences
report-languages-words = { $counts }: found by words alone
report-languages-note = { $told }; names, statements and relations are read in English and Russian
report-stale = stale: { $id } (its file gives this text no more, and answers that cite it say so; --prune removes it, with --force where its file cannot be opened)
report-left-out = left out, no documents: { $kinds } (`load.everything` reads them)
left-out-drawing = { $count ->
    [one] { $count } drawing
   *[other] { $count } drawings
}
left-out-minified = { $count ->
    [one] { $count } minified script
   *[other] { $count } minified scripts
}
left-out-source-map = { $count ->
    [one] { $count } source map
   *[other] { $count } source maps
}
left-out-lock = { $count ->
    [one] { $count } lock file
   *[other] { $count } lock files
}
left-out-leftover = { $count ->
    [one] { $count } leftover of an editor
   *[other] { $count } leftovers of editors
}
left-out-unfinished = { $count ->
    [one] { $count } unfinished or temporary file
   *[other] { $count } unfinished or temporary files
}
left-out-key = { $count ->
    [one] { $count } key or certificate
   *[other] { $count } keys and certificates
}
left-out-template = { $count ->
    [one] { $count } file that its vault leaves out (templates, ignored folders)
   *[other] { $count } files that their vault leaves out (templates, ignored folders)
}
left-out-query = { $count ->
    [one] { $count } query of a vault
   *[other] { $count } queries of a vault
}
left-out-wiki = { $count ->
    [one] { $count } page of a wiki that Quipu wrote
   *[other] { $count } pages of a wiki that Quipu wrote
}
left-out-data = data inside { $count ->
    [one] { $count } document
   *[other] { $count } documents
}
report-missing = missing: { $id } (its file is gone; --prune removes it)
report-deleted = deleted: { $id }
report-unmatched = no document: { $target }
report-amended = amended: { $id }
report-amended-all = { $documents ->
    [one] { $documents } document
   *[other] { $documents } documents
} amended, { $unchanged } as before
report-stopped = Stopped: { $durable ->
    [one] { $durable } document
   *[other] { $durable } documents
} of this run are durable; the next run continues from there.
report-nothing = Nothing to do: { $unchanged ->
    [one] { $unchanged } document
   *[other] { $unchanged } documents
} as they were ({ $time }).
report-done = { $added ->
    [one] { $added } document
   *[other] { $added } documents
} added, { $changed } changed, { $removed } removed, { $unchanged } unchanged; { $came ->
    [one] { $came } chunk
   *[other] { $came } chunks
} came, { $went } went; { $size } of text in { $time }.
report-deleted-all = { $documents ->
    [one] { $documents } document
   *[other] { $documents } documents
} deleted, { $chunks ->
    [one] { $chunks } chunk
   *[other] { $chunks } chunks
} went.
lagging = process { $process } still reads the state of { $commits ->
    [one] { $commits } commit
   *[other] { $commits } commits
} ago: until it ends, the space of replaced data is not freed
exported = Exported { $documents ->
    [one] { $documents } document
   *[other] { $documents } documents
}, { $chunks ->
    [one] { $chunks } chunk
   *[other] { $chunks } chunks
}.
exported-all = Exported { $documents ->
    [one] { $documents } document
   *[other] { $documents } documents
}, { $chunks ->
    [one] { $chunks } chunk
   *[other] { $chunks } chunks
}, { $entities ->
    [one] { $entities } entity
   *[other] { $entities } entities
}, { $relations ->
    [one] { $relations } relation
   *[other] { $relations } relations
}.
wiki-made = { $made } of at most { $most } pages made
wiki-compared = { $made } of { $most } files compared
wiki-written = Wiki of { $pages ->
    [one] { $pages } page
   *[other] { $pages } pages
}: { $written } written, { $unchanged } unchanged, { $kept } kept as you changed them, { $moved } moved to .trash, { $time }
wiki-kept = kept as you changed it: { $path }; --force writes it
wiki-skipped = not written, a file of yours has its name: { $path }
wiki-more = and { $count } more
wiki-stopped = stopped: the next run goes on
exported-meanwhile = The workspace was changed during the export: its parts may be from different moments; export again.
imported-refused = line { $line }: { $why }
imported-refused-more = and { $count ->
    [one] { $count } line
   *[other] { $count } lines
} more
imported-missing = not whole: { $missing }
imported-vectors = vectors: { $vectors }
imported-stopped = Stopped after { $lines ->
    [one] { $lines } line
   *[other] { $lines } lines
}; importing the whole file again continues from there.
imported = Read { $lines ->
    [one] { $lines } line
   *[other] { $lines } lines
}: { $added ->
    [one] { $added } document
   *[other] { $added } documents
} added, { $changed } changed, { $unchanged } unchanged; { $came ->
    [one] { $came } chunk
   *[other] { $came } chunks
} came, { $went } went ({ $time }).
doctor-repaired = { $part }: { $found } (repaired)
doctor-well = { $checked ->
    [one] { $checked } reference
   *[other] { $checked } references
} and counts checked, no problem remains.
doctor-remains = { $checked ->
    [one] { $checked } reference
   *[other] { $checked } references
} and counts checked, { $problems ->
    [one] { $problems } problem remains
   *[other] { $problems } problems remain
}; `quipu doctor --repair` rebuilds derived data.
status-workspace = workspace
status-documents = { $count ->
    [one] document
   *[other] documents
}
status-chunks = { $count ->
    [one] chunk
   *[other] chunks
}
status-terms = { $count ->
    [one] term
   *[other] terms
}
status-names = { $count ->
    [one] name
   *[other] names
}
status-relations = { $count ->
    [one] relation
   *[other] relations
}
status-vectors = { $count ->
    [one] vector
   *[other] vectors
}
status-changes = { $count ->
    [one] change
   *[other] changes
}
status-unindexed = { $count ->
    [one] chunk not in the word index yet
   *[other] chunks not in the word index yet
}
status-embedder = embedder { $name }, { $dimension ->
    [one] { $dimension } component
   *[other] { $dimension } components
}
status-beside = rows of communities, reports and searchable things, { $size } of keys and values
status-kept = { $name }, { $count ->
    [one] { $size } of key and value
   *[other] { $size } of keys and values
}
progress-read = { $files ->
    [one] { $files } file
   *[other] { $files } files
} read
progress-text = { $size } of text
progress-rate = { $size }/s
progress-durable = { $count } durable
progress-skipped = { $count } skipped
progress-left = about { $time } left
cluster-standing = { $reports } of { $of } reports
cluster-done = { $count ->
    [one] one community
   *[other] { $count } communities
} ({ $levels }) of { $entities ->
    [one] one entity
   *[other] { $entities } entities
}
cluster-reports = { $made ->
    [one] one report made
   *[other] { $made } reports made
}, { $stood } stood, in { $time }
cluster-hubs = guests, because they occur nearly everywhere: { $hubs }
cluster-quality = modularity { $quality }
cluster-drift = modularity { $quality }, { $drift } since the last full run; { $moved } % of the entities moved, the chunks changed by { $grown } %
cluster-far = a full run is recommended: `quipu cluster --full`
cluster-written = { $made ->
    [one] one report
   *[other] { $made } reports
} written by { $model }, { $stood } stood
cluster-slightly = { $count ->
    [one] one of them is of a community that changed a little since
   *[other] { $count } of them are of communities that changed a little since
}
cluster-small = { $count ->
    [one] one community is
   *[other] { $count } communities are
} too small for a model (`communities.report_least`): their reports quote the documents
cluster-dropped = { $count ->
    [one] one finding or sentence without support in a passage was dropped
   *[other] { $count } findings and sentences without support in a passage were dropped
}
cluster-missing = not written: { $title } ({ $reason })
cluster-missing-all = { $count ->
    [one] one report is missing; sentences of the documents replace it, and `quipu cluster --write --again` requests it again
   *[other] { $count } reports are missing; sentences of the documents replace them, and `quipu cluster --write --again` requests them again
}
estimated-reports = { $count ->
    [one] one report
   *[other] { $count } reports
} for { $model } to write
estimated-level = {"  "}level { $level }: { $count }, of { $input } tokens; { $stand } stand
community-slightly = it has changed since by { $share } %
community-stale = it has changed since: `quipu cluster --write` writes it again
cluster-stopped = stopped: finished reports are kept, and the next run continues
communities-none = no entities are connected, so there are no communities
communities-left = and { $count } more: `--level` goes deeper, `-k` lists more
community-held = { $entities ->
    [one] one entity
   *[other] { $entities } entities
}, { $chunks ->
    [one] one chunk
   *[other] { $chunks } chunks
} of { $documents ->
    [one] one document
   *[other] { $documents } documents
}, rated { $rating }
communities-page = What the documents are about
community-extract = told by sentences of the documents
community-model = told by a model
community-names = {"  "}in its middle: { $names }
community-kinds = {"  "}kinds: { $kinds }
community-parts = {"  "}its parts:
themes-none = the documents are too few for themes: `quipu status --overview` tells each
themes-held = { $documents ->
    [one] one document
   *[other] { $documents } documents
}
overview-documents = { $documents ->
    [one] one document
   *[other] { $documents } documents
}: { $formats }; languages: { $languages }
overview-dates = dated from { $first } to { $last }
overview-themes = themes: { $themes }
overview-named = named in the most documents: { $names }
overview-latest = the latest: { $documents }
overview-questions = questions that the documents answer:
reembed-standing = { $chunks ->
    [one] { $chunks } chunk
   *[other] { $chunks } chunks
} embedded, { $rate }/s, { $left } left
reembed-left = about { $time }
reembed-done = { $chunks ->
    [one] { $chunks } chunk
   *[other] { $chunks } chunks
} embedded with { $model } in { $time }
reembed-uncovered = { $count } of them have no vector: the model does not cover their script
reembed-switched = the workspace uses its vectors now
reembed-stopped = stopped: the previous vectors stay in use; the same command continues from here
upgrade-standing = { $done } of { $of } chunks and documents rebuilt
upgrade-done = from format { $from } to { $to } in { $time }: { $documents ->
    [one] { $documents } document
   *[other] { $documents } documents
}, { $chunks ->
    [one] { $chunks } chunk
   *[other] { $chunks } chunks
}; no file was read again
upgrade-nothing = the workspace is of format { $format }, which this program reads: there is nothing to do
upgrade-stopped = stopped: the workspace is of format { $from } as before; the same command continues from here
model-here = here
model-reader = reader
model-removed = removed { $folder }
model-standing = { $path }: { $done }
model-standing-of = { $path }: { $done } of { $total }

page-search = Search ( / )
page-find = Search
page-nearer = Zoom in
page-farther = Zoom out
page-all = All

## Answers, hits, things

answer-nearest = Nearest passages, which do not seem to answer the question:
prompts-other = { $name ->
    [answer] writing and judging answers, making questions self-contained (`answer.prompts`)
    [agent] the agent's routes, plans, tool calls and grades (`agent.prompts`)
    [context] the context of chunks in their documents (`extract.context_words`)
   *[other] making one description of many (`extract.describe`)
}
extracted-placed = { $chunks ->
    [one] { $chunks } chunk
   *[other] { $chunks } chunks
} given a context by { $model }
extracted-unplaced-rest = the rest has no context ({ $reason })
estimated-whole = everything would take { $windows ->
    [one] one window
   *[other] { $windows } windows
}, { $calls } calls; tokens: { $input } of prompts, { $output } of replies
estimated-context = for the context of chunks: { $calls } calls; tokens: { $input } of prompts, { $output } of replies
extracted-described = described: { $made }, unchanged { $unchanged }
extracted-undescribed = not described: { $name } ({ $reason })
extracted-undescribed-rest = the rest is not described ({ $reason })
answer-unsupported = No source supports these sentences:
answer-unwritten = no model wrote this answer; it quotes the documents ({ $why })
answer-unrewritten = the model did not make the question self-contained ({ $why })
answer-broken = the answer is incomplete ({ $why })
answer-unknown = the model cited sources that do not exist: { $numbers }
answer-dropped = { $count ->
    [one] { $count } sentence of the model is left out: the sentences that it cites do not say it
   *[other] { $count } sentences of the model are left out: the sentences that they cite do not say them
}
answer-unmapped = { $failed } of { $of } requests about themes gave no usable reply; sentences of the documents stand in their place
answer-none-supported = { $count ->
    [0] the model found no answer in the sentences of the documents; the answer quotes them
    [one] the only sentence of the model is not supported by the documents; the answer quotes them
   *[other] none of { $count } sentences of the model is supported by the documents; the answer quotes them
}
answer-trust = Confidence { $value } %.
answer-stated = Stated in the documents: about { $tenths } of 10 such answers are right.
answer-near = Near what was asked: about { $tenths } of 10 such answers are right.
answer-open = { $open ->
    [one] { $open } sentence
   *[other] { $open } sentences
} of { $count } marked [?].
answer-spent = { $model }: { $calls ->
    [one] { $calls } call
   *[other] { $calls } calls
}, { $input } tokens read, { $output } written
answer-money = cost { $money }
session-none = There is no conversation named { $name }; `quipu session list` lists them
session-deleted = Deleted { $name }: { $count ->
    [one] { $count } question
   *[other] { $count } questions
}
session-asked = understood as: { $question }
sessions-none = There are no conversations yet; `quipu chat` begins one.
chat-begins = Conversation { $name }. Type a question; /help lists commands, Ctrl-D ends.
chat-turned = Conversation { $name }, { $count ->
    [one] { $count } question
   *[other] { $count } questions
} so far.
chat-stopped = Stopped.
chat-no-answer = There is no answer yet.
chat-help =
    /sources        the evidence of the last answer
    /history        the questions and answers of this conversation
    /new [NAME]     start another conversation
    /open NAME      open another conversation
    /list           all conversations
    /quit           end
note = Note: { $note }
note-no-names = no name in the question occurs in the documents; the walk starts from words
note-communities-none = no entities in the documents are connected, so there are no communities; ask with `walk`
note-unread = { $failed } of { $of } requests to the model gave no usable reply; their part is missing here
note-left-out = { $count } reports or passages were not read, because of the limit `look.global.read_tokens`
note-communities-silent = no community of the documents covers this; `walk` searches single passages
note-other-language = the question is in { $question }; the documents nearest to it are in { $documents }. Words are matched, not their translations: ask in the language of the documents, or name a multilingual model for vectors (`embed`)
language-unclear = an unclear language
language-name = { $code ->
    [en] English
    [ru] Russian
    [uk] Ukrainian
    [be] Belarusian
    [bg] Bulgarian
    [sr] Serbian
    [mk] Macedonian
    [de] German
    [fr] French
    [es] Spanish
    [pt] Portuguese
    [it] Italian
    [nl] Dutch
    [pl] Polish
    [cs] Czech
    [sv] Swedish
    [da] Danish
    [no] Norwegian
    [fi] Finnish
    [hu] Hungarian
    [tr] Turkish
    [ro] Romanian
    [el] Greek
    [ar] Arabic
    [he] Hebrew
    [hi] Hindi
    [zh] Chinese
    [ja] Japanese
    [ko] Korean
    [vi] Vietnamese
    [th] Thai
   *[other] { $code }
}
note-all-asked = no document was chosen; all were searched
note-quoted = no model is configured: sentences are quoted, not written or rated
note-doubted = the passages found may not answer this question
note-stale = "{ $document }" is cited as it was: its file gives this text no more ({ $why })
note-views = the traversal ended early: its number of views is limited by `look.traverse.views`
note-edges-none = no edge is given, so nothing is followed; `look.traverse.edges` gives some
note-edges-idle = `{ $name }` has no effect where `max_depth` is 0: nothing is followed then
note-order-idle = `{ $name }` has no effect in the order `{ $order }`; it applies only to `mmr`
note-root-unknown = no accessible document has the id "{ $root }", so the traversal does not start from it
note-field-unknown = no document has the field "{ $field }", which an edge names
way-of = after { $of }
way-needs = its view holds: { $what }, at most { $count }
way-sees = its view holds: { $what }
way-bounds = at most { $views } views of the graph and { $calls } calls of a model beside the answer's
way-set = { $set } (set)
note-statements-none = no statement of the documents lies near the question; the chunks nearest to it are shown
note-entry-none = no name in the question occurs in the documents, and nothing is near it
note-clues-none = no model is configured to write the clues; the statements nearest to the question were searched
note-not-worded = `look.before.wordings` and `look.before.hyde` had no effect: no model is configured, or a plain search calls none
note-not-reranked = the hits were not reranked: the reranker of `look.after.rerank` is unavailable or gave no scores
note-words-alone = the question has no vector; words alone were used
note-no-vector = the question has no vector; ask with `lexical` or `walk`
place = { $path }, bytes { $start }-{ $end }
place-page = { $path }, page { $page }, bytes { $start }-{ $end }
search-nothing = Nothing matches.
things-standing = { $made } of { $of } things to be searched
things-entities = { $count ->
    [one] One entity was searched
   *[other] { $count } entities were searched
}
things-relations = { $count ->
    [one] One relation was searched
   *[other] { $count } relations were searched
}
things-reports = Reports
things-left-out = { $count } more in the fewest chunks were left out
things-above = cosine { $cosine }, { $above } standard deviations above unrelated things
why-word = the word "{ $word }", { $times ->
    [one] { $times } time
   *[other] { $times } times
} here, in { $chunks ->
    [one] { $chunks } chunk
   *[other] { $chunks } chunks
}
why-pair = "{ $words }" together: { $ordered ->
    [one] { $ordered } time
   *[other] { $ordered } times
} one after the other, { $near ->
    [one] { $near } time
   *[other] { $near } times
} near
why-cosine = cosine { $cosine }
why-entity = the question names "{ $name }"
why-relation = the question asks for "{ $source } { $predicate } { $target }"
why-near = "{ $name }" lies near the question
why-states = it states "{ $source } { $predicate } { $target }"
why-section = the section { $heading }
why-clue = a model says that it supports "{ $clue }"
why-reranked = ranked again by { $by }
why-community = the community { $title }
why-chunk = chunk { $chunk }
why-through = through { $names }
why-place = place { $place } by { $of }
why-alike = same content as chunk { $chunk } (cosine { $cosine })
why-edge = { $edge } = "{ $value }", depth { $depth }
path-told = { $steps ->
    [one] { $steps } step
   *[other] { $steps } steps
}, cost { $cost }
path-none = No path leads from { $from } to { $to } within the allowed steps; --length allows more.
path-together = stands with, in { $chunks ->
    [one] { $chunks } chunk
   *[other] { $chunks } chunks
}
tree-root = { $kind }, in { $chunks ->
    [one] { $chunks } chunk
   *[other] { $chunks } chunks
}
tree-more = … { $count } more
tree-together = together in { $chunks ->
    [one] { $chunks } chunk
   *[other] { $chunks } chunks
}
similar-pairs = { $pairs ->
    [one] { $pairs } pair
   *[other] { $pairs } pairs
} among { $documents ->
    [one] { $documents } document
   *[other] { $documents } documents
}.
similar-pairs-without = { $pairs ->
    [one] { $pairs } pair
   *[other] { $pairs } pairs
} among { $documents ->
    [one] { $documents } document
   *[other] { $documents } documents
}; { $without } have no vector.
show-document = document
show-by-hand = by hand
show-title = title
show-source = source
show-language = language
show-partial = not whole
show-bytes = bytes { $start }-{ $end }
show-chunk = chunk
show-says = says
show-context = context, by a model: { $text }
show-alias = { $name } is another name of { $of }
show-entity = entity
show-key = key
show-names = names
show-mentions = mentions
show-mentions-in = { $count } in { $chunks ->
    [one] { $chunks } chunk
   *[other] { $chunks } chunks
}
show-weight = weight { $weight }
show-unsure = { $count ->
    [one] { $count } unsure relation is left out; --unsure shows it
   *[other] { $count } unsure relations are left out; --unsure shows them
}
show-stated = stated in chunk { $chunk }

## Pages of the documentation

docs-commands =
    # Commands

    Printed by `quipu docs commands`; a test compares this page with the output.
docs-settings =
    # Settings

    Printed by `quipu docs settings`; a test compares this page with the output.

    In order of precedence: a flag (`--set split.characters=800`), a variable (`QUIPU_SPLIT_CHARACTERS=800`), the file `quipu.toml`
    beside `.quipu/`, the file `quipu/config.toml` below `$XDG_CONFIG_HOME` or `~/.config`, the default. A key that no
    setting has is an error that names the nearest one.
docs-settings-head = key | default | what it does
docs-settings-work = any row above except the last two, for one kind of work; by default the same value: { $names }
docs-strategies = strategy | how it looks
docs-splitters = method | how it cuts

## Models that are tried

check-model = { $work }: { $model }
check-model-at = { $work }: { $model } at { $url }
check-fails = does not work: { $reason }
check-works = works, in { $seconds }
check-embed = works: vectors of { $dimension ->
    [one] { $dimension } component
   *[other] { $dimension } components
}, in { $seconds }
check-background = any two texts have a cosine of about { $cosine }: cosines count from there
check-chat = works: first token after { $first }, then { $speed ->
    [one] { $speed } token
   *[other] { $speed } tokens
} a second
check-no-json = it does not reply with JSON when asked to: facts will be lost; use a larger model, or a server that enforces a schema
check-no-schema = the server enforces JSON, but no schema: some facts may be lost; vLLM, llama.cpp, Ollama and OpenAI support both
check-no-format = the server does not enforce JSON: some facts may be lost; vLLM, llama.cpp, Ollama and OpenAI support it
check-cuts = it reads { $read } of the { $of } tokens of a long prompt and silently drops the rest: facts will be lost. Start the server with a context of { $context } tokens (Ollama: `OLLAMA_CONTEXT_LENGTH={ $context }`), or set `llm.context` to what it has
check-refuses-long = it refuses a prompt of { $of } tokens, though `llm.context` is { $context }: start the server with a larger context, or set `llm.context` to what it has
check-no-stream = it does not stream: an answer appears only when it is complete
check-no-tokens = it does not report token counts: they are estimated, and budgets are approximate
check-thinks = it thinks before it replies, which takes time and tokens: turn that off at the server, or use another model
check-no-price = its price is not known: set `llm.price_input` and `llm.price_output` to the prices of a million tokens
check-none =
    No language model is configured: facts come from rules, and answers are sentences of the documents.
    To have one, set

      Ollama            quipu config set llm.name qwen3:8b

      OpenAI            quipu config set llm.url https://api.openai.com/v1
                        quipu config set llm.name gpt-5-mini
                        export OPENAI_API_KEY=...

      any other server  quipu config set llm.url http://127.0.0.1:8080/v1
                        quipu config set llm.name NAME
                        quipu config set llm.key VARIABLE

## Sentences that the floors below make as data: each is a pattern of their sources (see `messages/data.rs`)

data-unread-parts = pictures, files and sounds are not read; the text beside them was answered
data-load-binary = is binary ({ $found }); no loader reads it: save it as text, or in a format that is read
data-load-no-document = is { $kind } and no document; `load.everything` reads it
data-no-document-drawing = a drawing without words
data-no-document-minified = a minified script
data-no-document-source-map = a source map
data-no-document-lock = a lock file of packages
data-no-document-leftover = a leftover of an editor
data-no-document-unfinished = an unfinished or temporary file
data-no-document-key = a key
data-no-document-template = a template or a file that its vault leaves out
data-no-document-query = a query of a vault
data-no-document-wiki = a page of a wiki that Quipu wrote
data-no-document-data = data within a text
data-stale = its file gives this text no more: it { $why }
data-load-empty = is empty; there is nothing to read
data-load-undecodable = cannot be decoded: { $reason }; save it as UTF-8
data-load-unreadable = cannot be read: { $reason }
data-load-locked = is locked with a password; save a copy without one
data-load-damaged = is damaged or cut off ({ $reason }); open it and save it again in the program that made it
data-load-needs-ocr = needs OCR: { $reason }
data-load-too-large = is larger than { $limit } MB; raise `load.max_file` to read it
data-load-crashed = ended its reader ({ $reason }); save it again in the program that made it
data-load-too-slow = took longer than { $seconds } s to read; raise `load.seconds` to wait longer
data-load-too-dear = took more than { $seconds } s of processor time to read, the most for a file of its size; raise `load.seconds` to allow more
data-load-hurried = took more than { $seconds } s of processor time to read, the most after { $others } files of the run that took too long; read it without them
data-ocr-pages = no text can be read on any of { $pages } pages: { $reason }; install tesseract and pdftoppm and set `load.ocr` to its languages, as in eng+rus
data-ocr-scan = they are pictures without a text layer
data-ocr-fonts = their fonts do not say which letters they draw
data-ocr-page = needs OCR on page { $pages }
data-ocr-program = { $program } does not run ({ $reason }); install it, or unset `load.ocr`
data-pdf-damaged-page = damaged on page { $pages }
data-pdf-cut = the end of the file is missing
data-pdf-unread = the last { $count } pages were not read
data-found-zip = a ZIP archive
data-found-unknown = no known format
data-found-zeros = { $zeros } zero bytes in its first { $sample }
data-found-controls = { $controls } control bytes in its first { $sample }
data-json = it is no JSON: { $reason }; fix it, or exclude it in .quipuignore
data-subtitles = it has no times as subtitles do, read as text
data-table-quotes = quotes that are never closed were read as letters, in line { $lines }
data-notebook = it is not a Jupyter notebook: { $reason }; fix it, or exclude it in .quipuignore
data-notebook-outputs = outputs that are only there as { $names } are not read
data-page-scripts = the page holds no text, only scripts that would fetch it; save it whole from a browser
data-page-beside = { $percent } percent of the page stand beside its main part and are not read (set `load.html` to `all`)
data-epub-silent = { $silent } of { $read } chapters hold no words, only pictures or nothing
data-mail = it has no headers of a message; fix it, or exclude it in .quipuignore
data-mail-attached = attached files are not read: { $names }
data-office-partial = not all could be read: { $parts }
data-office-hidden = hidden sheets are not read: { $names }
data-said-share = only { $percent } of 100 letters of its text could be read; save it again
data-said-plain = its words are read in order, without lists and tables, which could not be read
data-office-letter = it is an Outlook message in which no subject, sender or body is found; save it as .eml
data-rtf-cut = it ends before its last group does: it was cut off
data-epub-chapters = { $count } chapters could not be read
data-front = front matter is broken ({ $reason }), read as text
data-cut-bytes = cut at { $size } bytes of text
data-cut = cut at { $size } MB of text
data-not-utf8 = { $count } places are not UTF-8 and were replaced
data-not-encoding = { $count } characters are not { $encoding } and were replaced
data-likeliest = { $lost } of { $chars } characters are not { $encoding }, the likeliest encoding
data-find-store = lies in a workspace's store; name the documents themselves
data-find-none = holds no file to read; hidden and ignored ones are left out
data-find-neither = is neither a file nor a folder; name one
data-find-no-match = matches no file; check the pattern
data-find-link = is a symbolic link, which is not followed; name what it leads to
data-find-irregular = is not a regular file; save its contents into one
data-find-loop = leads back to { $folder }
data-find-glob = is not a valid glob: { $reason }
data-find-glob-below = is a glob below { $folder }, which cannot be read: { $reason }
data-replaced = has the id "{ $id }" of a source read before it; give one of them another id
data-several = holds several documents, and an id names one; leave the id out
data-import-long = is longer than 256 MB
data-import-line = is not a line of an export: { $reason }; fix the line, or export again
data-import-no-id = is a document without an id
data-import-no-document = is a chunk without a document above it
data-import-other-document = is a chunk of another document than the one above it
data-import-left-out = document "{ $id }" is left out: { $why }
data-import-spoiled = a line of it cannot be read
data-import-chunks = it has { $found } of its { $wanted } chunks
data-import-no-text = its text is neither in the file nor here
data-import-other-text = its text has the key of another text, which is in the file or here
data-import-place = is a chunk with a place that ends before it begins
data-import-length = is a chunk whose text is not as long as its place
data-import-pages = is a chunk whose pages do not begin in it one after the other, the first from 1
data-import-fact = is a chunk with a fact outside its text
data-import-weight = is a chunk with a statement whose weight is not between 0 and a million
data-import-no-end = the file does not say where it ends: it was cut off, or an older version wrote it
data-import-counts = the file ends with a count of { $documents } documents and { $chunks } chunks, and { $read } and { $read_chunks } of them were read
data-import-vectors = computed again by { $ours }; the file has those of { $theirs }
data-import-vectors-none = computed again by { $ours }; the file has none
data-import-vectors-out = of { $theirs } left out: the settings name no embedding model
data-note-same = both names mean the same entity
data-note-path-bounded = the search ended early: there is too much around the two; longer paths may be missing
data-note-path-hub = { $name } is in { $chunks } chunks, too many to look at all: paths may be missing
data-note-path-many = there are too many paths of one length to try them all: some that are as short may be missing
data-note-tree = the tree ends early: level { $level } has too many entities to look around all
data-note-picture = the picture shows { $drawn } of { $all } documents, the most alike
data-several-one = { $names } ({ $kind }, in { $chunks } chunks)
data-near = , but { $names } is
data-newer = install a newer quipu
data-again-written = `quipu upgrade` brings it up to date and reads no file again
data-again = index the documents again into a new workspace
data-move-away = move that folder away
data-another-process = another process
data-process = process { $process }
data-server-answered = the server answered { $status }: { $said }; { $advice }
data-server-key = put its key into the variable that `embed.key` names
data-server-lost = check `embed.url` and `embed.name`
data-server-often = send fewer requests: lower `embed.batch`
data-server-itself = see the log of the server
data-server-other = check `embed.name` and what the server accepts
data-server-unreached = it cannot be reached ({ $reason }); start the server, or set `embed.url`
data-server-times = { $times } times in a row: { $reason }
data-server-dimension = it gave a vector of { $found } components, not { $expected }; is `embed.dimension` right?
data-server-nonsense = its answer is malformed ({ $reason }); is `embed.url` the address of such a server?
data-server-count = it gave { $found } vectors for { $expected } texts; try a smaller `embed.batch`
data-key-holds = { $variable } holds { $sign } as sign { $at } of the key; write the key into it again
data-key-variable = the variable of its key
data-key-break = a line break
data-key-tab = a tab
data-key-blank = a blank
data-key-invisible = the invisible sign U+{ $code }
data-key-sign = the sign U+{ $code }, which no header can hold
data-llm-answered = the server answered { $status }: { $said }
data-llm-key = put its key into the variable that `llm.key` names
data-llm-money = its account has no money left
data-llm-lost = check `llm.url` and `llm.name`
data-llm-moved = its address has moved: set `llm.url` to the new one
data-llm-other = check `llm.name` and what the server accepts
data-llm-unreached = it cannot be reached ({ $reason }); start the server, or set `llm.url`
data-llm-proxied = it cannot be reached through the proxy { $proxy } ({ $reason }); { $advice }
data-llm-through = start the proxy, change the variable, or put the server's host into NO_PROXY
data-llm-address = it cannot be asked ({ $reason }); check `llm.url`
data-llm-connection = the connection was lost
data-llm-answer = the answer is { $what }; is `llm.url` the address up to /v1?
data-llm-page = a web page
data-llm-no-json = no JSON ({ $error })
data-llm-holds = the answer holds no reply: { $said }
data-llm-part = a part of the stream is no JSON ({ $error })
data-llm-ended = the stream ended before the reply did
data-llm-ended-by = its server ended it with "{ $word }"
data-llm-withheld = it ended the reply before its end
data-llm-thought = all of it stands in the field of reasoning ({ $thought }); turn off the reasoning parser of its server, or thinking
data-llm-longer = it is longer than { $megabytes } MB
data-llm-at-begin = it was to begin its reply
data-llm-at-end = it was to end its reply
data-llm-at-on = its reply was to go on
data-llm-at-answer = it was to answer
data-llm-scores = the answer holds no scores ({ $error }); is `llm.rerank.url` right?
data-llm-score = it gave no score for { $missing } of { $all } texts
data-llm-prefers = it prefers the text that does not answer
data-model-unreadable = { $path }: { $reason }; a model's folder holds config.json, model.safetensors and tokenizer.json: fetch it again
data-model-malformed = { $path }: { $reason }; fetch the file again
data-model-unsupported = { $path }: { $what } is not supported; choose a BERT or XLM-RoBERTa encoder with mean or cls pooling
data-model-no-cross-encoder = { $path }: a cross-encoder has a classifier with one label, this model has { $found }; choose another folder
data-model-library = no ONNX Runtime library is at "{ $library }" or in the usual places; unset embed.library
data-expected-number = a number from { $low } to { $high }
data-expected-from = a whole number from { $low } on
data-expected-within = a whole number from { $low } to { $high }
data-expected-order = eager, mmr or scored
data-expected-rerank = auto, none, cosine, model or server
data-expected-pick = vector or weight
data-expected-direction = both, out or in
data-expected-over = themes, reports or chunks
data-expected-level = `dynamic` or the number of a level
data-expected-whole = a whole number
data-expected-truth = true or false
data-expected-edges = edges as SOURCE:TARGET with commas between, `$id` in single quotes so that the shell keeps it; where names hold commas or colons, a list of pairs: [["dc:creator", "author"]]
data-expected-roots = ids of documents with commas between, or a list of texts
data-expected-facts = all, rules or model
data-see = see that it can be written and that the disk has room
data-disk-full = the disk is full, or the user's quota is used up; free some space and try again
data-file-large = a file would exceed the system's limit; raise `ulimit -f`, or choose another disk
data-no-files = this process may open no more files; raise `ulimit -n`, or work in fewer workspaces at once
data-no-memory = this process cannot get more address space or memory; raise `ulimit -v` and vm.max_map_count, or work in fewer workspaces at once
data-map-full = its map is full, and the process cannot get a larger one; raise `ulimit -v`, or work in fewer workspaces at once
data-readers-full = too many read it at once; try again
data-index-again = { $reason }; move it away and index the documents again
data-utf32 = it is UTF-32
data-pair = { $thing }: { $reason }
data-sum-other = other seeds
data-doctor-no-head = chunk { $chunk } has another head
data-doctor-no-code = chunk { $chunk } has another code
data-doctor-missing = { $count } chunks are not in it
data-doctor-stale = { $count } chunks in it are gone
data-doctor-twice = { $count } chunks are in it twice
data-doctor-unkeyed = { $id } is not found by its key
data-doctor-document = { $id } is not what was written; { $advice }
data-doctor-delete = delete that document and index it again
data-doctor-other-key = { $id } has another key than its id's; index it again
data-doctor-no-copy = { $id } is not among the copies of its text
data-doctor-keys = { $keys } keys for { $count } documents
data-doctor-documents = { $said } documents are counted, { $count } are there
data-doctor-no-body = a text has copies and no body
data-doctor-body-text = body { $body } has another text
data-doctor-body-copies = body { $body } has other copies
data-doctor-two-places = chunk { $chunk } is in two places
data-doctor-body-no-text = a body has no text
data-doctor-placed = the chunks of all bodies are not those alive
data-doctor-alive = { $alive } are alive, { $chunks } have texts, { $facts } have facts
data-doctor-chunks = { $count } chunks are counted
data-doctor-terms = { $said } terms are counted, { $count } found
data-doctor-dead-vector = a dead chunk has a vector
data-doctor-chunk-text = chunk { $chunk } ("{ $begins }") has another text than its key says; index its document again
data-doctor-unplaced = chunk { $chunk } is not in its body
data-doctor-length = chunk { $chunk } has another length
data-doctor-lost = chunk { $chunk } of { $document } has lost { $what }; { $advice }
data-doctor-its-text = its text
data-doctor-what-it-says = what it says
data-doctor-lost-vector = chunk { $chunk } of { $document } has lost its vector; delete that document and index it again
data-doctor-values = { $value } has other documents
data-doctor-values-missing = { $count } values are missing
data-doctor-name-chunks = "{ $name }" is in other chunks than it says
data-doctor-name-counts = "{ $name }" has other counts than its facts
data-doctor-names-lost = facts use names that are not there
data-doctor-names = { $count } names, { $keys } keys, { $written } written, { $counted } counted
data-doctor-relation = "{ $predicate }" is not what its chunks state
data-doctor-rows = { $count } rows for { $relations } relations
data-doctor-name-relations = a name lists other relations than it has
data-doctor-name-no-relations = a name lists no relations and has some
data-doctor-ends = { $ends } ends for { $links } said
data-doctor-classes = { $rows } rows of classes for { $classes } classes of { $names } names
data-doctor-meaning = "{ $name }" is one of { $names } names that mean the same, and stored otherwise
data-doctor-class = a class counts { $said } chunks, not { $count }, or has another key
data-doctor-kept-counts = its counts are not those of its values
data-model-tokens = { $path }: { $reason }; fetch tokenizer.json and model.safetensors of one model
data-model-runtime = ONNX Runtime { $library }: { $reason }; use a library of version 1.17 or newer, or the built-in runtime
data-model-no-vector = { $folder }: a vector is zero or not a number, so the weights are damaged; fetch model.safetensors again
data-doctor-more = { $count } more of this kind
data-step-words = { $words } words, { $names } possible names
data-step-view = { $chunks } chunks, { $entities } entities, { $relations } relations
data-step-hits = { $way }: { $hits } hits
data-step-calls = { $model }: { $calls } calls, { $tokens } tokens
data-step-answered = asked for { $kind }: { $count } citations, confidence { $confidence }
data-step-chunk-one = in 1 chunk
data-step-chunks = in { $count } chunks
data-step-community = { $entities } entities in { $chunks } chunks of { $documents } documents
data-step-checked = { $answered } of { $all } parts, { $count } citations
data-step-graded = { $part }: { $grade } of 5, { $why }
data-served-backup-role = a backup holds everything; it needs a token of the role admin
data-served-job-runs = a job runs; cancel it, or wait until it is done
data-served-many-files = a request may have { $count } files; send the rest in another
data-served-unreadable-workspace = a workspace cannot be read; `GET /api/v1/workspaces` says why
data-served-confirm = confirm: it must be the name of the workspace
data-served-text-named = id, title, tags and metadata: only for a text; a fetched document has its own
data-served-name-length = name: 1 to 100 visible characters
data-served-nothing-failed = no document of this job was skipped
data-served-no-original = this document has no original: it was read from a folder, or uploaded by an older program
data-served-only-part = only: just an upload or a fetch can be repeated in part
data-served-question-bytes = question: it may have at most 16384 bytes
data-served-session-slash = session: a name of a conversation has no `/`
data-served-two-sources = text and address: send one of them
data-served-text-empty = text: it is empty
data-served-body-broke = the body broke off
data-served-body-slow = the body came too slowly
data-served-body-large = the body is larger than { $most } bytes, the limit
data-served-file-large = { $name } is larger than { $most } bytes, the limit
data-served-job-state = the job is { $state }, which forbids it
data-served-being-done = the request with this key is in progress; try again in a moment
data-served-changed = the workspace is at change { $change }, and the request was made of { $at }; look again
data-served-conversations = there are { $most } conversations, the limit; delete some
data-served-tokens = there are { $most } tokens, the limit; revoke some
data-served-workspace-there = there is a workspace { $name } already
data-served-cursor = this is not a cursor of this list; start without one
data-served-all-workspaces = this needs a token for all workspaces
data-served-role = this needs a token of the role { $role }
data-served-one-workspace = this server serves one workspace; `quipu serve --all` serves all that have a name
data-served-many-jobs = too many jobs wait; try again later, or send many texts in one request
data-served-many-requests = too many requests are being served; ask again in a moment
data-served-many-wrong = too many tokens were wrong; wait before you try another
data-served-needs-token = send a token as `Authorization: Bearer`; `quipu token create` makes one
data-served-behind-proxy = this server stands behind a proxy (`server.public_url`, `server.proxies`), so that requests of this machine need a token, too: send it as `Authorization: Bearer`; `quipu token create` makes one
data-served-who-asks = this system cannot identify the user; send a token as `Authorization: Bearer` (`quipu token create` makes one), or open the page by `quipu serve --open`
data-served-another-user = another user of this machine runs this server; send a token as `Authorization: Bearer`, which its owner makes by `quipu token create`
data-served-token-wrong = this token is not valid; it is unknown, revoked or expired
data-served-many-streams = { $most } streams of one client are open, the limit; close some
data-served-fault = the server had an internal error; please report it with the id of the request
data-served-open-used = This address was used already, or is too old: `quipu serve --open` opens another.
data-served-no-such-workspace = workspaces: there is no workspace "{ $name }"
data-served-upload-gone = the uploaded file is no longer stored; upload it again
data-served-bounds = { $name }: it is { $value }, and may be from { $least } to { $most }
data-served-outside = { $path } is not below a readable folder; the owner lists these folders in `server.roots`
data-served-no-workspace = there is no such workspace; GET /api/v1/workspaces lists them
data-served-nothing = there is no such { $what }
data-served-none-read = none of { $count } sources could be read; the first, { $path }: { $why }
data-served-form-part = the part "{ $name }" is not a file; name it `file` and give it a filename, or send one of id, title, tags, metadata, offline
data-served-form-metadata = the part "metadata" is no object of JSON: { $reason }
data-served-form-id = id: it names one document, and the form has several files
data-served-paused-brings = the job { $job }, which brings the document, is paused; resume or cancel it first
data-served-batch-many = the batch has { $count } texts, and may have { $most }; send the rest in another
data-served-batch-empty = the batch has no text
data-served-backup-broken = the body is no whole backup ({ $reason }); send the file of a job `backup`
data-served-webhook-secret = Webhook-Secret: a webhook is signed; send a secret of at least { $least } characters
data-served-wait = wait: "{ $found }" is no number of seconds

## Names that mean the same

entity-none = no decision was given; `quipu entity --help` lists them
entity-undo = `quipu entity undo { $number }` undoes it
entity-undone = undone: { $what }
entity-merged = { $a } and { $b } are one
entity-apart = { $name } stands by itself
entity-renamed = { $name } is shown as { $to }
entity-split = { $name } in { $documents } is another one
entity-split-kind = { $name } as { $kind } is another one
entity-split-both = { $name } as { $kind } in { $documents } is another one
amend-field = "{ $found }" is not a field with a value: give FIELD=VALUE, as in project=tower
entity-as = --as names the new entity; select its mentions with --documents or --kind
entity-kind = there is no kind "{ $found }"; choose one of { $known }
show-joined = joined { $a } = { $b } ({ $why })
show-joined-often = joined { $a } = { $b } ({ $why }, { $count } times)
joined-by-acronym = acronym
joined-by-link = link
joined-by-person = manual decision
joined-by-spelling = spelling
joined-by-plural = plural
joined-by-sound = case or script
joined-by-short = short name
joined-by-title = title
joined-by-known = also known as
joined-by-declared = declared alias
joined-by-usual = what the name usually means
joined-by-homonym = one of several with this name, by the words around
eval-lost = lost in { $reply }, { $why }: { $text }

## A model reads

prompts-there = { $path } already exists; choose another name
prompts-ejected = edit { $path }; `quipu config set extract.profile { $path }` uses it
prompts-no-samples = the workspace contains no text; `quipu index` adds some
reading-share = { $share }% ({ $done } of { $chunks } chunks)
reading-calls = { $calls ->
    [one] { $calls } call
   *[other] { $calls } calls
} ({ $rate }/s)
reading-tokens = { $tokens } tokens
reading-money = { $money } spent
reading-failed = { $count } failed
extracted = { $model } read { $windows ->
    [one] { $windows } window
   *[other] { $windows } windows
} of { $documents ->
    [one] { $documents } document
   *[other] { $documents } documents
} in { $time }
extracted-nothing = { $model } has read everything already
extracted-found = found: { $entities } entities, { $relations } relations, { $claims } claims
extracted-passed = { $count ->
    [one] one window was
   *[other] { $count } windows were
} left to the rules: others are worth more
extracted-spent = asked: { $calls ->
    [one] { $calls } call
   *[other] { $calls } calls
}, { $input } tokens of prompts, { $output } of replies
extracted-money = spent: { $money }
extracted-known = { $count ->
    [one] { $count } reply was
   *[other] { $count } replies were
} known and cost nothing
extracted-lost = lost: { $count ->
    [one] { $count } record
   *[other] { $count } records
}: { $why }
extracted-empty = in { $count ->
    [one] { $count } document
   *[other] { $count } documents
} it found nothing: { $some }
extracted-failure = { $document }: { $reason }
extracted-failed = { $count ->
    [one] { $count } window is not read; `quipu retry` asks about it again
   *[other] { $count } windows are not read; `quipu retry` asks about them again
}
extracted-asked = stopped; finished windows are kept, the same command continues from here
extracted-stopped = stopped: { $reason }
estimated = { $windows ->
    [one] { $windows } window
   *[other] { $windows } windows
} for { $model } to read
estimated-calls = calls: { $range }
estimated-tokens = tokens: { $input } of prompts, { $output } of replies
estimated-money = money: { $low } to { $high }
estimated-guess = the length of replies is a guess; it is more precise after the first documents
estimated-learned = learned from { $calls ->
    [one] { $calls } call
   *[other] { $calls } calls
} of the same model and profile
loss-cut = the reply ended within them
loss-unreadable = they are malformed
loss-nameless = they name nothing
loss-long = their names are too long
loss-endless = relations that lack an end
loss-loop = relations of an entity to itself
loss-placeholder = examples copied from the prompt
show-made = { $text } (made of { $count } descriptions)
show-described = { $text } (a model, of chunk { $chunk })
show-claimed = claimed, { $status }: { $text } (a model, of chunk { $chunk })

tool-unknown = There is no read-only tool { $name }; choose one of { $known }
tool-arguments = The arguments of a tool are a JSON object
mcp-tool-unknown = { $name } is neither a set of tools nor a tool; sets are { $sets }; tools are { $known }
mcp-tool-writes = The tool { $name } changes the workspace: that needs --write, or `mcp.write = "yes"`

monitor-all = { $asked ->
    [one] 1 question
   *[other] { $asked } questions
}, { $refused } not answered, { $cached } from the cache, { $written } written by a model; { $calls } calls, { $tokens } tokens
monitor-unread = { $count ->
    [one] 1 line cannot be read and is not counted
   *[other] { $count } lines cannot be read and are not counted
}
monitor-emptied = { $count ->
    [one] 1 kept answer is forgotten
   *[other] { $count } kept answers are forgotten
}
monitor-kind = kind
monitor-asked = asked
monitor-refused = not answered
monitor-good = good
monitor-bad = bad
monitor-time = time
from-cache = from cache: the same was asked before, and nothing has changed
traced-steps = Steps
traced-sources = Sources
answer-beyond = Not from your documents:
foretold = at most { $calls ->
    [one] { $calls } call
   *[other] { $calls } calls
} of models, { $input } tokens of prompts and { $output } of replies
foretold-money = at most { $calls ->
    [one] { $calls } call
   *[other] { $calls } calls
} of models, { $input } tokens of prompts and { $output } of replies: { $money }
foretold-nothing = no model is called: the answer quotes the documents
effort-costs = this may take up to { $calls } calls of the model and { $tokens } tokens

# Papers

papers-waiting = arXiv is busy (status { $status }); the next request is in { $seconds } s
papers-told = { $count } of { $total } papers
papers-ready = { $count ->
    [one] one paper can be asked by its abstract
   *[other] { $count } papers can be asked by their abstracts
}
papers-fetching = { $number } of { $of }: fetching “{ $title }”
papers-reading = reading “{ $title }”
papers-none-found = arXiv has no such paper
papers-found = { $count } of { $total } papers; `quipu papers add ID` adds one
papers-by-words = { $count ->
    [one] the last one has the words of the topic, not the topic as a phrase
   *[other] the last { $count } have the words of the topic, not the topic as a phrase
}
papers-already = { $count ->
    [one] one paper was here already
   *[other] { $count } papers were here already
}
papers-added = { $count ->
    [one] one paper added
   *[other] { $count } papers added
}; { $read ->
    [0] no text read
    [one] one text read
   *[other] { $read } texts read
}
papers-citing = { $count ->
    [one] the citations of one paper have changed
   *[other] { $count } papers have changed citations
}
papers-unknown = { $id }: no paper has this id
papers-failed = { $id }: { $reason }
papers-left = { $count ->
    [one] one paper has only its abstract; `quipu papers fetch` fetches its text
   *[other] { $count } papers have only their abstracts; `quipu papers fetch` fetches their texts
}
papers-stopped = stopped: finished papers are kept, and `quipu papers fetch` continues
papers-none = no such paper is here; `quipu papers add` adds some
papers-listed = { $count } of { $total } papers
papers-no-citations = none that is known
papers-none-missing = no work cited by two papers here is missing
papers-others = { $named } and { $count ->
    [one] one other
   *[other] { $count } others
}
papers-mark-withdrawn = WITHDRAWN
papers-mark-newer = version { $version } is out
papers-mark-read = read
papers-mark-abstract = abstract only
papers-mark-cited = cited by { $count } here
papers-row-authors = authors: { $value }
papers-row-published = published: { $value }
papers-row-journal = in: { $value }
papers-row-doi = DOI: { $value }
papers-row-link = link: { $value }
papers-row-document = document: { $value }
papers-row-cited = cited by { $cited } papers here, cites { $cites }
papers-go = requests to arXiv are allowed again
papers-went = requests to arXiv were already allowed
papers-community = { $count ->
    [one] community { $number }: one paper
   *[other] community { $number }: { $count } papers
}
papers-alike = alike
papers-cites = who cites whom
papers-prior = many of these cite
papers-derivative = cite many of these
papers-bridges = stand between others
papers-concepts = { $concepts } concepts, { $relations } relations; read by rules from titles and abstracts: hints, not facts
papers-related = Related: { $names }
papers-cell-problem = problem
papers-cell-method = method
papers-cell-data = data
papers-cell-metric = metric
papers-cell-result = result
papers-cell-none = not stated
papers-shared = Concepts of several papers: { $names }
papers-disagree = They disagree ({ $about }):
papers-page = page { $page }
papers-none-near = no paper here is near
papers-refreshed = { $count ->
    [one] one paper
   *[other] { $count } papers
  } checked: { $newer } with a newer version, { $withdrawn } withdrawn
papers-no-concepts = no paper here mentions a concept of the question
