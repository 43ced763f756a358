"""An HTTPS speech server for tests: server.py PORT CERTIFICATE KEY

Answers five seconds of silence to every POST, on 127.0.0.1. Ends by itself after a minute.
"""

import http.server
import io
import os
import ssl
import sys
import threading
import wave

PORT, CERTIFICATE, KEY = int(sys.argv[1]), sys.argv[2], sys.argv[3]


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

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        body = hum()
        self.send_response(200)
        self.send_header("Content-Type", "audio/wav")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    # The handshake belongs to the connection's own thread: a client that only knocks must not keep
    # the others waiting.
    def finish_request(self, request, client_address):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(CERTIFICATE, KEY)
        with context.wrap_socket(request, server_side=True) as tls:
            super().finish_request(tls, client_address)

    def handle_error(self, request, client_address):
        pass  # clients that do not trust us hang up in the middle


threading.Timer(60, os._exit, [0]).start()
Server(("127.0.0.1", PORT), Handler).serve_forever()
