"""What the programs here share: they answer line by line, and say what the agent has logged."""

import json
import sys


def serve(answer):
    """For each line of the input, a JSON text, writes {"value": answer(it)}, or {"error": "..."}."""
    real, sys.stdout = sys.stdout, sys.stderr  # the agent logs to its standard output
    for line in sys.stdin:
        try:
            said = {"value": answer(json.loads(line))}
        except Exception as error:  # whatever it raises is its answer
            said = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(said), file=real, flush=True)


def failures(logged):
    """What was logged as a warning or worse, as sentences."""
    return [
        " ".join([it["event"], *map(str, it.get("positional_args", ()))])
        for it in logged
        if it["log_level"] in ("warning", "error", "critical")
    ]
