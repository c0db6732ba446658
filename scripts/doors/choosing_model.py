"""Stands in for a model that chooses tools, behind OpenAI's protocol: it adds the document of the prompt, asks by the tool `ask`, and
says what that answered. It prints its port.
"""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def chosen(messages, tools):
    """The next message: the call of a tool, or the answer of the last one."""
    replies = [message for message in messages if message["role"] == "tool"]
    wish, text = messages[0]["content"].split("\n---\n", 1)
    calls = [
        ("add_document", {"id": "notes/" + wish.split("Add the document ")[1].split(" ")[0], "text": text}),
        ("ask", {"question": wish.strip().splitlines()[-1]}),
    ]
    if len(replies) < len(calls):
        name, arguments = calls[len(replies)]
        assert name in [tool["function"]["name"] for tool in tools], tools
        function = {"name": name, "arguments": json.dumps(arguments)}
        call = {"id": f"call_{len(replies)}", "type": "function", "function": function}
        return {"role": "assistant", "content": None, "tool_calls": [call]}
    said = json.loads(replies[-1]["content"])
    sources = [f"[{one['n']}] {one['document']}: {one['quote']}" for one in said["citations"]]
    return {"role": "assistant", "content": "\n".join([said["answer"], *sources])}


class Model(BaseHTTPRequestHandler):
    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        message = chosen(asked["messages"], asked["tools"])
        choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if message.get("tool_calls") else "stop"}
        reply = json.dumps({"id": "1", "object": "chat.completion", "created": 0, "model": asked["model"], "choices": [choice]}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(reply)))
        self.end_headers()
        self.wfile.write(reply)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
print(server.server_port, flush=True)
server.serve_forever()
