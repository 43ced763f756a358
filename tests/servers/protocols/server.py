"""Replays the interface of one speech server: server.py NAME PORT

On 127.0.0.1, for five minutes at most. What it is sent is checked strictly: a field too many, missing
or of another kind is refused with 422. A text is spoken for 0.1 s a character, at 24000 Hz. A text
that holds one of these is answered as that interface answers when it goes wrong:

    #503       loading
    #error200  an error in words, under a status of success
    #truncate  less audio than was promised
    #reset     the connection breaks in the middle
    #flood     it never stops
"""

import asyncio
import os
import sys
import threading

import hangs_up
import http_interfaces
import wyoming


def serve_http(app, port):
    import uvicorn
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="critical", lifespan="off")


def main():
    name, port = sys.argv[1], int(sys.argv[2])
    timer = threading.Timer(300, os._exit, [3])
    timer.daemon = True
    timer.start()
    if name in ("wyoming", "hangs-up"):
        asyncio.run((wyoming if name == "wyoming" else hangs_up).serve(port))
    else:
        serve_http(http_interfaces.make(name), port)


main()
