"""Structured answers, as each library asks for them, against a server: an answer with its citations as an object of a class.

    python structured.py http://127.0.0.1:7171 TOKEN
"""

import asyncio
import json
import os
import sys

# Nothing is asked of anybody but the server.
os.environ.update(
    LITELLM_LOCAL_MODEL_COST_MAP="True", LITELLM_TELEMETRY="False", OPENAI_AGENTS_DISABLE_TRACING="1", LANGSMITH_TRACING="false", DO_NOT_TRACK="1"
)

import openai
import pydantic

ADDRESS, TOKEN = sys.argv[1], sys.argv[2]
BASE = f"{ADDRESS}/v1"
QUESTION = "Who keeps the Meridian Clock?"
MESSAGES = [{"role": "user", "content": QUESTION}]


class Source(pydantic.BaseModel):
    """A place in a document."""

    document: str
    quote: str
    page: int | None = None


class Cited(pydantic.BaseModel):
    """A cited answer."""

    answer: str = pydantic.Field(description="The answer.")
    citations: list[Source]
    confidence: float = pydantic.Field(ge=0, le=1)
    refused: bool


def whole(by, reply):
    assert isinstance(reply, Cited), (by, reply)
    assert "Halas" in reply.answer and not reply.refused and reply.confidence > 0, (by, reply)
    assert reply.citations and "Halas" in reply.citations[0].quote and reply.citations[0].document.startswith("samples/"), (by, reply)
    print("structured:", by)


def by_openai():
    client = openai.OpenAI(base_url=BASE, api_key=TOKEN, max_retries=0)
    reply = client.chat.completions.parse(model="papers", messages=MESSAGES, response_format=Cited)
    whole("openai parse", reply.choices[0].message.parsed)
    tool = openai.pydantic_function_tool(Cited)
    forced = {"type": "function", "function": {"name": "Cited"}}
    reply = client.chat.completions.parse(model="papers", messages=MESSAGES, tools=[tool], tool_choice=forced)
    assert reply.choices[0].finish_reason in ("stop", "tool_calls"), reply
    whole("openai function", reply.choices[0].message.tool_calls[0].function.parsed_arguments)
    reply = client.chat.completions.create(model="papers", messages=MESSAGES, response_format={"type": "json_object"})
    said = json.loads(reply.choices[0].message.content)
    assert "Halas" in said["answer"] and said["citations"] and said["refused"] is False and 0 < said["confidence"] <= 1, said
    with client.chat.completions.stream(model="papers", messages=MESSAGES, response_format=Cited) as stream:
        whole("openai stream", stream.get_final_completion().choices[0].message.parsed)
    # A question that the documents do not answer has the same form.
    other = [{"role": "user", "content": "What does a litre of milk cost in Lisbon?"}]
    refused = client.chat.completions.parse(model="papers", messages=other, response_format=Cited).choices[0].message.parsed
    assert refused.refused and refused.citations == [], refused


def by_langchain():
    from langchain_openai import ChatOpenAI

    chat = ChatOpenAI(base_url=BASE, api_key=TOKEN, model="papers", max_retries=0)
    for method in ("json_schema", "function_calling", "json_mode"):
        whole(f"langchain {method}", chat.with_structured_output(Cited, method=method).invoke(QUESTION))


def by_litellm():
    import litellm

    reply = litellm.completion(model="openai/papers", api_base=BASE, api_key=TOKEN, messages=MESSAGES, response_format=Cited)
    whole("litellm", Cited.model_validate_json(reply.choices[0].message.content))


async def by_pydantic_ai():
    from pydantic_ai import Agent, NativeOutput
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    model = OpenAIChatModel("papers", provider=OpenAIProvider(base_url=BASE, api_key=TOKEN))
    whole("pydantic-ai tool", (await Agent(model, output_type=Cited).run(QUESTION)).output)
    whole("pydantic-ai native", (await Agent(model, output_type=NativeOutput(Cited)).run(QUESTION)).output)


async def by_openai_agents():
    from agents import Agent, OpenAIChatCompletionsModel, Runner

    client = openai.AsyncOpenAI(base_url=BASE, api_key=TOKEN, max_retries=0)
    model = OpenAIChatCompletionsModel(model="papers", openai_client=client)
    agent = Agent(name="Archivist", model=model, output_type=Cited)
    whole("openai-agents", (await Runner.run(agent, QUESTION)).final_output)


by_openai()
by_langchain()
by_litellm()
asyncio.run(by_pydantic_ai())
asyncio.run(by_openai_agents())
