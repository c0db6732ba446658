"""The official Python client of OpenAI's API, LangChain's and LiteLLM against a server: each asks and gets a cited answer.

    python openai_client.py http://127.0.0.1:7171 TOKEN
"""

import json
import os
import sys

# Nothing is asked of anybody but the server.
os.environ.update(LITELLM_LOCAL_MODEL_COST_MAP="True", LITELLM_TELEMETRY="False", DO_NOT_TRACK="1")

import openai
import pydantic

ADDRESS, TOKEN = sys.argv[1], sys.argv[2]
QUESTION = "Who keeps the Meridian Clock?"
ANSWER = "Halas"


class Source(pydantic.BaseModel):
    title: str
    url: str
    page: int | None


class Reply(pydantic.BaseModel):
    answer: str
    sources: list[Source]
    found: bool


def cited(text):
    assert ANSWER in text and "[1]" in text and "**Sources**" in text, text


def asked_by_openai():
    client = openai.OpenAI(base_url=f"{ADDRESS}/v1", api_key=TOKEN, max_retries=0)
    models = [model.id for model in client.models.list()]
    assert "papers" in models and not any(":" in model for model in models), models
    assert client.models.retrieve("papers:walk").object == "model"
    messages = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": QUESTION}]
    reply = client.chat.completions.create(model="papers", messages=messages)
    message = reply.choices[0].message
    cited(message.content)
    annotation = message.annotations[0].url_citation
    assert message.content[annotation.start_index : annotation.end_index] == "[1]", annotation
    assert annotation.url.startswith(f"{ADDRESS}/w/papers/d/") and annotation.title, annotation
    assert reply.usage.total_tokens > 0 and reply.x_quipu["citations"][0]["quote"], reply

    chunks = list(
        client.chat.completions.create(
            model="papers:walk", messages=messages, stream=True, stream_options={"include_usage": True}
        )
    )
    streamed = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    cited(streamed)
    assert chunks[0].choices[0].delta.role == "assistant" and len({chunk.id for chunk in chunks}) == 1
    assert chunks[-1].choices == [] and chunks[-1].usage.total_tokens > 0
    assert chunks[-2].choices[0].finish_reason == "stop" and chunks[-2].x_quipu["refused"] is False

    history = messages + [
        {"role": "assistant", "content": message.content},
        {"role": "user", "content": [{"type": "text", "text": "And when was it installed?"}]},
    ]
    follow = client.chat.completions.create(model="papers", messages=history, extra_body={"x_quipu": {"sources": "marks"}})
    text = follow.choices[0].message.content
    assert "1911" in text and "**Sources**" not in text, text

    with client.chat.completions.stream(model="papers", messages=messages) as stream:
        cited(stream.get_final_completion().choices[0].message.content)

    parsed = client.chat.completions.parse(model="papers", messages=messages, response_format=Reply)
    assert ANSWER in parsed.choices[0].message.parsed.answer, parsed
    assert parsed.choices[0].message.parsed.sources[0].url.startswith(ADDRESS), parsed

    vectors = client.embeddings.create(model="papers", input=["a bell", "a clock"], encoding_format="float")
    packed = client.embeddings.create(model="papers", input="a clock", encoding_format="base64")
    assert len(vectors.data) == 2 and isinstance(packed.data[0].embedding, str), packed
    # What the client asks for by itself is what was asked for in words.
    own = client.embeddings.create(model="papers", input="a clock").data[0].embedding
    assert max(abs(one - other) for one, other in zip(own, vectors.data[1].embedding)) < 1e-6

    for wrong, kind in [
        (lambda: client.with_options(api_key="qp_wrong").models.list(), openai.AuthenticationError),
        (lambda: client.chat.completions.create(model="nobody", messages=messages), openai.NotFoundError),
        (lambda: client.chat.completions.create(model="papers", messages=messages, n=2), openai.BadRequestError),
    ]:
        try:
            wrong()
        except kind as error:
            assert error.code and error.message, error
        else:
            raise AssertionError(f"{kind} was to be raised")
    print("openai", openai.__version__, "passed")


def asked_by_langchain():
    import langchain_openai

    chat = langchain_openai.ChatOpenAI(base_url=f"{ADDRESS}/v1", api_key=TOKEN, model="papers", max_retries=0)
    cited(chat.invoke(QUESTION).content)
    whole = None
    for piece in chat.stream(QUESTION):
        whole = piece if whole is None else whole + piece
    cited(whole.content)
    for method in ["json_schema", "function_calling"]:
        assert ANSWER in chat.with_structured_output(Reply, method=method).invoke(QUESTION).answer, method
    # Tokens of other vocabularies are not read: texts are sent as they are.
    vectors = langchain_openai.OpenAIEmbeddings(
        base_url=f"{ADDRESS}/v1", api_key=TOKEN, model="papers", check_embedding_ctx_length=False
    )
    assert len(vectors.embed_documents(["a bell", "a clock"])) == 2 and vectors.embed_query("a clock")
    print("langchain-openai passed")


def asked_by_litellm():
    import litellm

    how = dict(api_base=f"{ADDRESS}/v1", api_key=TOKEN, messages=[{"role": "user", "content": QUESTION}])
    cited(litellm.completion(model="openai/papers:walk", **how).choices[0].message.content)
    chunks = litellm.completion(model="openai/papers", stream=True, stream_options={"include_usage": True}, **how)
    cited("".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices))
    vectors = litellm.embedding(model="openai/papers", input=["a clock"], api_base=how["api_base"], api_key=TOKEN)
    assert vectors.data[0]["embedding"]
    print("litellm passed")


if __name__ == "__main__":
    asked_by_openai()
    asked_by_langchain()
    asked_by_litellm()
