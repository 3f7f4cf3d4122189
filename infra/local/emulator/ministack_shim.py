"""Starts MiniStack 1.5.33 with the bugs fixed that would make it differ from AWS where Paddock would notice.

Each patch replaces a piece of text that must be found exactly once, so another version of MiniStack fails here, at
start, and not later in some state machine. With PADDOCK_LEASH=1 standard input is a leash: when it ends, whoever
started this is gone, and the emulator, its workers and its TMPDIR go too.
"""

import functools
import inspect
import json
import os
import queue
import shutil
import signal
import sys
import threading
import time

from ministack.core import lambda_runtime
from ministack.services import dynamodb, eventbridge, lambda_svc, stepfunctions
from ministack.services.cloudformation import provisioners

from ministack_contention import patch_contention
from ministack_patch import patch, replaced
from ministack_routes import patch_preflights, patch_route_keys
from ministack_streams import patch_stream_failures
from ministack_throttling import patch_throttling

THROWN = "__ministack_shim_thrown"
END_OF_LOG = "\u0001end of log\u0001"
LONGEST_DRAIN_SECONDS = 2.0
DIED = ("Worker process died", "Worker process exited immediately")


def patch_error_names() -> None:
    """AWS gives Step Functions the name of the error a Node function threw; here it was Runtime.HandlerError.

    The worker script answers a throw as a marked result, which also spares the worker: MiniStack kills one that
    answers with an error. One that died is Runtime.ExitError on AWS; here it had another name and text.
    """
    thrown = (
        'status: "ok", result: { ' + THROWN + ": { "
        'errorType: %s instanceof Error ? %s.name : "Error", errorMessage: String((%s && %s.message) || %s), '
        'trace: String((%s && %s.stack) || "").split("\\n") } }'
    )
    script = lambda_runtime._NODEJS_WORKER_SCRIPT
    rejected = 'status: "error", error: String(err.message || err), trace: err.stack || ""'
    script = replaced(script, rejected, thrown.replace("%s", "err"))
    script = replaced(script, 'status: "error", error: e.message, trace: e.stack', thrown.replace("%s", "e"))
    lambda_runtime._NODEJS_WORKER_SCRIPT = script

    execute = lambda_svc._execute_function_warm

    def execute_function_warm(func, event, request_id):
        reply = execute(func, event, request_id)
        body = reply.get("body")
        if isinstance(body, dict) and str(body.get("errorMessage")).startswith(DIED):
            died = f"RequestId: {request_id} Error: Runtime exited with error: exit status 1"
            return {**reply, "body": {"errorType": "Runtime.ExitError", "errorMessage": died}}
        if not (isinstance(body, dict) and THROWN in body):
            return reply
        error = body[THROWN]
        log = "\n".join(filter(None, [reply.get("log", ""), "ERROR Invoke Error " + json.dumps(error)]))
        return {"body": error, "error": True, "log": log}

    lambda_svc._execute_function_warm = execute_function_warm


def fix_end_of_logs() -> None:
    """The log of an invocation ends with a mark that the worker writes before its answer.

    The emulator guessed the end: it waited 50 ms for a first line, and 5 ms for each next one. A silent invocation
    waited for nothing, and a late line stayed behind until the worker's next invocation.
    """
    write = "const _realStdoutWrite = process.stdout.write.bind(process.stdout);"
    marked = (
        "const _answer = process.stdout.write.bind(process.stdout);"
        "const _realStdoutWrite = (line) => {"
        f"  if (line.startsWith('{{\"status\":\"ok\"')) _stderrWrite({json.dumps(END_OF_LOG)} + \"\\n\");"
        "  return _answer(line); };"
    )
    lambda_runtime._NODEJS_WORKER_SCRIPT = replaced(lambda_runtime._NODEJS_WORKER_SCRIPT, write, marked)
    guess = lambda_runtime.Worker._drain_stderr_bounded
    assert guess.__defaults__ == (0.050, 0.005, 0.250), guess.__defaults__

    def drain(self, *waits, **named_waits):
        if not self.config.get("Runtime", "").startswith("nodejs"):
            return guess(self, *waits, **named_waits)
        lines = []
        until = time.monotonic() + LONGEST_DRAIN_SECONDS
        while (left := until - time.monotonic()) > 0:
            try:
                line = self._stderr_queue.get(timeout=left)
            except queue.Empty:
                break
            # A text without a line end may stand before the mark.
            text, mark, _ = line.partition(END_OF_LOG)
            if text or not mark:
                lines.append(text)
            if mark:
                break
        return "\n".join(lines)

    lambda_runtime.Worker._drain_stderr_bounded = drain


def patch_repeated_reading() -> None:
    """A query's condition was read and its syntax checked again for every item: a quarter of the emulator's time."""
    for name in ("_tokenize", "_condition_syntax_error"):
        read = getattr(dynamodb, name)
        assert list(inspect.signature(read).parameters) in (["expr"], ["expr", "slot"]), name
        setattr(dynamodb, name, functools.lru_cache(maxsize=1024)(read))


def patch_jsonata_deadline() -> None:
    """An expression had a second of the clock, which a thread that others keep waiting can exceed; on AWS it cannot."""
    for name in ("_evaluate_jsonata", "_jsonata_result_defined"):
        patch(stepfunctions, name, ("timeout=1000", "timeout=60_000"))


def patch_task_states() -> None:
    """TimeoutSeconds may be JSONata. A callback's is a wait, so SFN_WAIT_SCALE holds for it; a call's is not.

    When the function of a callback task throws, the task fails with that error at once; here it waited for its timeout. A stopped
    execution makes no further attempt.
    """

    def timeout_seconds(state, raw_input, ctx):
        if "TimeoutSeconds" not in state or stepfunctions._state_query_language(state, ctx) != "JSONata":
            return state.get("TimeoutSeconds", 99999)
        return stepfunctions._jsonata_state_field(state, "TimeoutSeconds", "number", raw_input, ctx)

    def callback_state(state, raw_input, ctx):
        return {**state, "TimeoutSeconds": timeout_seconds(state, raw_input, ctx) * stepfunctions._SFN_WAIT_SCALE}

    stepfunctions._shim_timeout_seconds = timeout_seconds
    stepfunctions._shim_callback_state = callback_state
    patch(
        stepfunctions,
        "_execute_task",
        (
            'resource, effective, ctx["Task"]["Token"], state_def)',
            'resource, effective, ctx["Task"]["Token"], _shim_callback_state(state_def, raw_input, ctx))',
        ),
        (
            'resource, effective, state_def["TimeoutSeconds"])',
            "resource, effective, _shim_timeout_seconds(state_def, raw_input, ctx))",
        ),
        ("if retrier is not None:", 'if retrier is not None and execution["status"] == "RUNNING":'),
    )
    patch(
        stepfunctions,
        "_invoke_with_callback",
        (
            "    except _ExecutionError:\n            pass",
            "    except _ExecutionError:\n            if not evt.is_set():\n                raise",
        ),
    )


def patch_jsonata_states() -> None:
    """Output of Succeed, Arguments, Output and Assign of Parallel were ignored; Parallel branches shared variables.

    The states inside a Map or Parallel went on after their execution had been stopped.
    """
    succeed_output = "_apply_jsonata_output(state_def, current_input, ctx, default=current_input)"
    is_jsonata = '_state_query_language(state_def, ctx) == "JSONata"'
    patch(
        stepfunctions,
        "_run_execution",
        (
            "current_input = _apply_output_path(state_def, current_input, ctx)",
            f"current_input = {succeed_output} if {is_jsonata} else _apply_output_path(state_def, current_input, ctx)",
        ),
    )
    patch(
        stepfunctions,
        "_run_sub_machine",
        (
            'if state_type == "Succeed":',
            f'if state_type == "Succeed" and {is_jsonata}:\n            return {succeed_output}\n'
            '        if state_type == "Succeed":',
        ),
        (
            "    while current_name:",
            '    while current_name:\n        if execution["status"] != "RUNNING":\n'
            '            raise _ExecutionError("States.Runtime", "The execution was stopped")',
        ),
    )
    patch(
        stepfunctions,
        "_run_parallel_branches",
        (
            "effective = _apply_parameters(state_def, effective, ctx)",
            f"effective = _apply_jsonata_arguments(state_def, raw_input, ctx) if {is_jsonata} "
            "else _apply_parameters(state_def, effective, ctx)",
        ),
        ("effective, execution, ctx)", "effective, execution, copy.deepcopy(ctx))"),
        (
            "    result = _apply_result_selector(state_def, results)",
            f"    if {is_jsonata}:\n"
            "        output = _apply_jsonata_output(state_def, raw_input, ctx, result=results, default=results)\n"
            "        _apply_state_assign(state_def, raw_input, ctx, result=results)\n"
            "        return output, _next_or_end(state_def)\n"
            "    result = _apply_result_selector(state_def, results)",
        ),
    )


def patch_schedules() -> None:
    """SFN_WAIT_SCALE holds for schedules too: a suite need not wait a minute for what runs every minute.

    No schedule runs more often than PADDOCK_SCHEDULE_SECONDS, because schedules would then slow down everything else.
    """
    scale = stepfunctions._SFN_WAIT_SCALE
    rate_seconds = eventbridge._parse_rate_seconds
    shortest = float(os.environ["PADDOCK_SCHEDULE_SECONDS"])

    def scaled_rate_seconds(expression):
        seconds = rate_seconds(expression)
        return None if seconds is None else max(min(seconds, shortest), seconds * scale)

    eventbridge._parse_rate_seconds = scaled_rate_seconds
    eventbridge._SCHEDULER_TICK_INTERVAL = max(1, eventbridge._SCHEDULER_TICK_INTERVAL * scale)


def patch_cors() -> None:
    """CloudFormation's CorsConfiguration was stored as written (AllowOrigins), but is looked up as allowOrigins."""
    create = provisioners._apigw_v2_api_create
    entry = provisioners._RESOURCE_HANDLERS["AWS::ApiGatewayV2::Api"]
    assert entry["create"] is create

    def lower_first(cors):
        return {key[0].lower() + key[1:]: value for key, value in cors.items()}

    def api_create(logical_id, props, stack_name):
        cors = props.get("CorsConfiguration")
        return create(logical_id, {**props, "CorsConfiguration": lower_first(cors)} if cors else props, stack_name)

    entry["create"] = api_create


def die_with_the_starter() -> None:
    """Runs in a thread: blocks until standard input ends, then ends this process group without asking."""
    sys.stdin.buffer.read()
    shutil.rmtree(os.environ["TMPDIR"], ignore_errors=True)
    os.killpg(os.getpgid(0), signal.SIGKILL)


def main() -> None:
    patch_error_names()
    fix_end_of_logs()
    patch_repeated_reading()
    patch_jsonata_deadline()
    patch_task_states()
    patch_jsonata_states()
    patch_stream_failures()
    patch_schedules()
    patch_throttling()
    patch_contention()
    patch_cors()
    patch_route_keys()
    patch_preflights()
    if os.environ.get("PADDOCK_LEASH") == "1":
        threading.Thread(target=die_with_the_starter, daemon=True).start()
    from ministack.app import main as serve

    serve()


if __name__ == "__main__":
    main()
