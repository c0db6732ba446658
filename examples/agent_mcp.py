"""An agent that reads a file into Quipu and answers from it: a model chooses the tools, Quipu's MCP server has them. It needs
`pip install mcp openai`. The model is that of OPENAI_MODEL behind OPENAI_BASE_URL with OPENAI_API_KEY.

    python agent_mcp.py http://127.0.0.1:7171/mcp/papers TOKEN samples/people/ruta-halas.md "Who keeps the Meridian Clock?"
"""

import asyncio
import json
import os
import pathlib
import sys

from mcp import Client
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client
from openai import OpenAI

WISH = "Add the document {name} with the text below, then answer by the tool `ask`, and cite it.\n\n{question}\n\n---\n{text}"


async def main(address, token, path, question):
    model, name = OpenAI(), os.environ.get("OPENAI_MODEL", "gpt-5-mini")
    headers = {"Authorization": f"Bearer {token}"}
    async with create_mcp_http_client(headers=headers) as http, Client(streamable_http_client(address, http_client=http)) as quipu:
        listed = (await quipu.list_tools()).tools
        tools = [{"type": "function", "function": {"name": t.name, "description": t.description, "parameters": t.input_schema}} for t in listed]
        file = pathlib.Path(path)
        messages = [{"role": "user", "content": WISH.format(name=file.name, question=question, text=file.read_text())}]
        while True:
            message = model.chat.completions.create(model=name, messages=messages, tools=tools).choices[0].message
            messages.append(message)
            if not message.tool_calls:
                break
            for call in message.tool_calls:
                result = await quipu.call_tool(call.function.name, json.loads(call.function.arguments))
                messages.append({"role": "tool", "tool_call_id": call.id, "content": result.content[0].text})
        print(message.content)


asyncio.run(main(*sys.argv[1:]))
