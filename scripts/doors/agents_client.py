"""Frameworks of agents with Quipu as their model: LangGraph, pydantic-ai and openai-agents each ask and get a cited answer.

    python agents_client.py http://127.0.0.1:7171 TOKEN
"""

import asyncio
import os
import sys

# Nothing is asked of anybody but the server.
os.environ.update(OPENAI_AGENTS_DISABLE_TRACING="1", LANGSMITH_TRACING="false", DO_NOT_TRACK="1")

ADDRESS, TOKEN = sys.argv[1], sys.argv[2]
BASE = f"{ADDRESS}/v1"
QUESTION = "Who keeps the Meridian Clock?"


def cited(text):
    assert "Halas" in text and "[1]" in text and "**Sources**" in text, text


def asked_by_langgraph():
    from langchain_openai import ChatOpenAI
    from langgraph.checkpoint.memory import InMemorySaver
    from langgraph.graph import START, MessagesState, StateGraph

    chat = ChatOpenAI(base_url=BASE, api_key=TOKEN, model="papers", max_retries=0)
    graph = StateGraph(MessagesState)
    graph.add_node("quipu", lambda state: {"messages": [chat.invoke(state["messages"])]})
    graph.add_edge(START, "quipu")
    asked = graph.compile(checkpointer=InMemorySaver())
    thread = {"configurable": {"thread_id": "1"}}
    cited(asked.invoke({"messages": [("user", QUESTION)]}, thread)["messages"][-1].content)
    # The graph keeps the conversation: the next question is about the same clock.
    after = asked.invoke({"messages": [("user", "And when was it installed?")]}, thread)["messages"]
    assert len(after) == 4 and "1911" in after[-1].content, after
    pieces = [piece.content for piece, _ in asked.stream({"messages": [("user", QUESTION)]}, {"configurable": {"thread_id": "2"}}, stream_mode="messages")]
    cited("".join(pieces))
    print("langgraph passed")


async def asked_by_pydantic_ai():
    from pydantic_ai import Agent
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    agent = Agent(OpenAIChatModel("papers", provider=OpenAIProvider(base_url=BASE, api_key=TOKEN)))
    reply = await agent.run(QUESTION)
    cited(reply.output)
    follow = await agent.run("And when was it installed?", message_history=reply.all_messages())
    assert "1911" in follow.output, follow
    async with agent.run_stream(QUESTION) as stream:
        cited("".join([piece async for piece in stream.stream_text(delta=True)]))
    print("pydantic-ai passed")


async def asked_by_openai_agents():
    import openai
    from agents import Agent, OpenAIChatCompletionsModel, Runner

    client = openai.AsyncOpenAI(base_url=BASE, api_key=TOKEN, max_retries=0)
    agent = Agent(name="Archivist", instructions="Be brief.", model=OpenAIChatCompletionsModel(model="papers", openai_client=client))
    cited((await Runner.run(agent, QUESTION)).final_output)
    streamed = Runner.run_streamed(agent, QUESTION)
    async for _ in streamed.stream_events():
        pass
    cited(streamed.final_output)
    print("openai-agents passed")


asked_by_langgraph()
asyncio.run(asked_by_pydantic_ai())
asyncio.run(asked_by_openai_agents())
