"""Serves one file of debugging information as debuginfod(8) does: debuginfod_server.py FILE LOG

Says its URL, on 127.0.0.1; logs what is asked for. Ends when its standard input does.
"""
import http.server
import sys
import threading

FILE, LOG = sys.argv[1:]


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        with open(LOG, "a") as log:
            print(self.path, file=log)
        if not self.path.startswith("/buildid/") or not self.path.endswith("/debuginfo"):
            return self.send_error(404)
        with open(FILE, "rb") as file:
            content = file.read()
        self.send_response(200)
        self.send_header("Content-Type", "application/octet-stream")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{server.server_port}/", flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()
