"""A speech server that misbehaves on order: soak_server.py PORT BEHAVIOUR

ok         five seconds of silence to every request
not_found  404 to everything
exits      ends with status 3 on the 40th request
forks      starts a child on the 10th request, which lives on
Ends by itself after two minutes.
"""

import http.server
import io
import os
import subprocess
import sys
import threading
import wave

PORT, BEHAVIOUR = int(sys.argv[1]), sys.argv[2]


def hum():
    file = io.BytesIO()
    with wave.open(file, "wb") as wav:
        wav.setnchannels(1)
        wav.setsampwidth(2)
        wav.setframerate(24000)
        wav.writeframes(b"\x00\x10\x00\xf0" * (5 * 12000))
    return file.getvalue()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    posts = 0

    def do_GET(self):
        self.answer(404, "text/plain", b"no such page")

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        Handler.posts += 1
        if BEHAVIOUR == "exits" and Handler.posts == 40:
            os._exit(3)
        if BEHAVIOUR == "forks" and Handler.posts == 10:
            subprocess.Popen(["sleep", "60"])
        if BEHAVIOUR == "not_found":
            self.answer(404, "text/plain", b"no such page")
        else:
            self.answer(200, "audio/wav", hum())

    def answer(self, status, media_type, body):
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


threading.Timer(120, os._exit, [0]).start()
http.server.ThreadingHTTPServer(("127.0.0.1", PORT), Handler).serve_forever()
