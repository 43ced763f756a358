"""Runs the shell steps of configs/ci/*.yml that make the gate, as those systems would, against the
reference engine: they must let a good run through, and stop a bad one, an undecided one and one that
could not be made, each with its exit status, a JUnit file and a summary.

The steps that build ttsoak are not run; that what they name exists is checked.

    ci_examples_test.py SOURCE_DIR TTSOAK_PROGRAM
"""

import glob
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

SOURCE, PROGRAM = sys.argv[1], os.path.abspath(sys.argv[2])


def blocks(text, key):
    """The scripts under `key`, of a YAML that is written as ours are: a list of commands, or the
    indented lines after "|". Debian's python3 has no YAML parser of its own."""
    lines = text.splitlines()
    for i, line in enumerate(lines):
        match = re.match(rf"( *)(- )?{key}:(.*)$", line)
        if not match:
            continue
        depth = len(match[1]) + (2 if match[2] else 0)
        body = []
        for following in lines[i + 1:]:
            if following.strip() and len(following) - len(following.lstrip()) <= depth:
                break
            body.append(following.strip())
        body = [item for item in body if item and not item.startswith("#")]
        if match[3].strip() != "|":
            body = [item.removeprefix("- ") for item in body]
        yield "\n".join(body)


def script_of(name):
    with open(os.path.join(SOURCE, "configs", "ci", name), encoding="utf-8") as file:
        text = file.read()
    scripts = list(blocks(text, "run")) + list(blocks(text, "before_script"))
    gates = [s for s in scripts + list(blocks(text, "script")) if "ttsoak run" in s]
    assert len(gates) == 1, f"{name}: expected one script that runs the gate, got {gates}"
    builds = [s for s in scripts if "cmake -S" in s]
    assert len(builds) == 1 and "ttsoak/.ci/install build" in builds[0], f"{name}: no build step"
    assert os.access(os.path.join(SOURCE, ".ci", "install"), os.X_OK)
    return gates[0]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def config(thresholds, launches=True):
    port = free_port()
    serve = [PROGRAM, "engine", "serve", "--port", str(port)]
    return {
        "target": {"url": f"http://127.0.0.1:{port}", "ready": {"timeout_s": 60},
                   "launch": serve if launches else ["/nonexistent/server"]},
        "workload": {"cycles": 3, "requests_per_cycle": 2, "voices": ["slt"], "texts": ["Hello."],
                     "quiesce": {"settle_s": 0.1, "limit_s": 1}},
        "thresholds": {"rss_growth_per_request": None, **thresholds},
    }


def run_gate(script, gate):
    """What a step that runs `script` comes to: exit status, JUnit's counts, summary, log."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "ci-gate.json"), "w", encoding="utf-8") as file:
            json.dump(gate, file)
        summary = os.path.join(folder, "summary.md")
        environment = {**os.environ, "GATE_CONFIG": "ci-gate.json", "GITHUB_STEP_SUMMARY": summary,
                       "PATH": os.path.dirname(PROGRAM) + ":" + os.environ["PATH"]}
        # As both systems call it.
        done = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
                              cwd=folder, env=environment, capture_output=True, text=True,
                              check=False)
        suites = [xml.etree.ElementTree.parse(path).getroot().find("testsuite")
                  for path in glob.glob(os.path.join(folder, "memory-gate", "*", "junit.xml"))]
        counts = [tuple(int(s.get(k)) for k in ("tests", "failures", "errors")) for s in suites]
        text = open(summary, encoding="utf-8").read() if os.path.exists(summary) else ""
        return done.returncode, counts, text, done.stdout + done.stderr


def expect(what, got, wanted):
    assert got == wanted, f"{what}: expected {wanted}, got {got}"


def main():
    for name in ("github-actions.yml", "gitlab-ci.yml"):
        script = script_of(name)
        good = {"rss_peak": ["max < 4GiB"], "error_rate": ["rate <= 0"]}

        status, counts, summary, log = run_gate(script, config(good))
        assert status == 0, f"{name}: a good run was stopped with {status}\n{log}"
        expect(f"{name}: junit of a good run", counts, [(3, 0, 0)])
        if "github" in name:
            assert "PASS" in summary, f"{name}: no summary"

        status, counts, summary, log = run_gate(script, config({**good, "rss_peak": ["max < 1MiB"]}))
        expect(f"{name}: status of a bad run", status, 1)
        expect(f"{name}: junit of a bad run", counts, [(3, 1, 0)])

        status, counts, summary, log = run_gate(
            script, config({**good, "rss_growth_per_request": ["upper95 < 10KiB"]}))
        expect(f"{name}: status of an undecided run", status, 2)
        # RSS, and the live heap where the tracer was loaded.
        assert counts[0][1] == 0 and counts[0][2] >= 1, f"{name}: junit of an undecided run: {counts}"

        status, counts, summary, log = run_gate(script, config(good, launches=False))
        expect(f"{name}: status without a server", status, 4)

        status, counts, summary, log = run_gate(script, config({"ttbf": ["max < 1s"]}))
        expect(f"{name}: status of an unknown metric", status, 4)
        assert "unknown key" in log, log


main()
