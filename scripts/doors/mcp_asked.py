"""A question to a server of MCP by its tool `ask`, as a program asks that has the official client."""

import os

from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client


async def over_http(url, headers, question):
    async with create_mcp_http_client(headers=headers) as http:
        async with Client(streamable_http_client(url, http_client=http)) as client:
            return await answer(client, question)


async def of_command(command, arguments, question):
    # It hands over a part of the environment unless told, and not where workspaces are.
    async with Client(StdioServerParameters(command=command, args=arguments, env=dict(os.environ))) as client:
        return await answer(client, question)


async def answer(client, question):
    names = [tool.name for tool in (await client.list_tools()).tools]
    assert "search" in names and "fetch" in names and "ask" in names and len(names) <= 12, names
    reply = await client.call_tool("ask", {"question": question})
    assert not reply.is_error, reply
    assert reply.structured_content["citations"], reply
    return reply.structured_content
