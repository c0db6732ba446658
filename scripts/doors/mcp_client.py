"""Asks Quipu through the official Python client of the Model Context Protocol, in both eras, and fails loudly.

    python mcp_client.py --command quipu --workspace FOLDER [--question TEXT] [--expect TEXT] [--name ENTITY]
    python mcp_client.py --url http://127.0.0.1:7171/mcp [--token TOKEN] ...
"""

import argparse
import asyncio
import json
import os

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

ERAS = {"legacy": "2025-11-25", "auto": "2026-07-28", "2026-07-28": "2026-07-28"}
USUAL = ["search", "fetch", "ask", "outline", "grep", "read", "lookup", "path", "similar", "documents", "status"]


def server(asked, http):
    if asked.url:
        return streamable_http_client(asked.url, http_client=http)
    command = ["-w", asked.workspace, "mcp"] if asked.workspace else ["mcp"]
    # By itself the client hands over a part of the environment, in which workspaces may have no names.
    return stdio_client(StdioServerParameters(command=asked.command, args=command, env=dict(os.environ)))


def holds(condition, said):
    if not condition:
        raise SystemExit(f"mcp_client.py: {said}")


async def called(client, tool, arguments, fails=False):
    result = await client.call_tool(tool, arguments)
    holds(bool(result.is_error) == fails, f"{tool} {arguments}: {result}")
    text = json.loads(result.content[0].text)
    if not fails:
        holds(result.structured_content == text, f"{tool}: the text is another than the structured content")
    return text


async def pages(client, tool, arguments, field):
    """All members of a list, page by page."""
    members, cursor, count = [], None, 0
    while True:
        page = await called(client, tool, {**arguments, "cursor": cursor} if cursor else arguments)
        members += page[field]
        cursor, count = page["next"], count + 1
        if cursor is None:
            return members, count


async def era(asked, mode, http):
    async with Client(server(asked, http), mode=mode) as client:
        holds(client.protocol_version == ERAS[mode], f"{mode}: the version is {client.protocol_version}")
        holds(client.instructions or mode == "2026-07-28", f"{mode}: no instructions")
        listed = (await client.list_tools()).tools
        names = [tool.name for tool in listed]
        holds(names == USUAL, f"{mode}: the tools are {names}")
        holds(all(tool.input_schema["properties"] and tool.annotations.read_only_hint for tool in listed), f"{mode}: {listed}")
        found = await called(client, "search", {"query": asked.question})
        hit = found["results"][0]
        holds(hit["url"] and hit["title"], f"{mode}: a hit without address or title: {hit}")
        fetched = await called(client, "fetch", {"id": hit["id"]})
        holds(hit["text"] in fetched["text"] and set(fetched) >= {"id", "title", "text", "url", "metadata"}, f"{fetched}")
        answer = await called(client, "ask", {"question": asked.question})
        holds(not answer["refused"] and asked.expect in answer["answer"], f"{mode}: {answer}")
        holds(answer["citations"] and answer["citations"][0]["url"], f"{mode}: no citation: {answer}")
        cited = await called(client, "fetch", {"id": answer["citations"][0]["id"]})
        holds(cited["text"] == answer["citations"][0]["quote"], f"{mode}: {cited}")
        whole, _ = await pages(client, "search", {"query": asked.question, "limit": 8, "max_tokens": 20000}, "results")
        parts, count = await pages(client, "search", {"query": asked.question, "limit": 8, "max_tokens": 400}, "results")
        order = list(dict.fromkeys(part["id"] for part in parts))
        holds(order == [hit["id"] for hit in whole] and count > 1, f"{mode}: {count} pages hold {order}")
        looked = await called(client, "lookup", {"name": asked.name})
        holds(looked["entities"] and looked["entities"][0]["passages"], f"{mode}: {looked}")
        wrong = await called(client, "search", {"quary": "x"}, fails=True)
        holds(wrong["error"]["code"] == "bad_arguments", f"{mode}: {wrong}")
        for tool in ["delete_document", "rm"]:
            try:
                await client.call_tool(tool, {"id": "x"})
            except Exception:
                continue
            holds(False, f"{mode}: {tool} could be called")
    print(f"python {mode}: {len(names)} tools, {len(whole)} hits, {len(answer['citations'])} citations")


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--command", default="quipu")
    parser.add_argument("--workspace")
    parser.add_argument("--url")
    parser.add_argument("--token")
    parser.add_argument("--question", default="Who keeps the Meridian Clock?")
    parser.add_argument("--expect", default="Halas")
    parser.add_argument("--name", default="Ruta Halas")
    asked = parser.parse_args()
    headers = {"Authorization": f"Bearer {asked.token}"} if asked.token else {}
    for mode in ERAS:
        async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
            await era(asked, mode, http)


asyncio.run(main())
