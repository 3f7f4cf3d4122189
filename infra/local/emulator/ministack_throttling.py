"""How much runs at a time, and what happens to what is too much: what a cap on functions rests on."""

import inspect
import json
import random

from ministack.services import lambda_svc, stepfunctions
from ministack.services.cloudformation import provisioners

from ministack_patch import patch


def patch_reserved_concurrency() -> None:
    """MiniStack enforces a function's reserved concurrency, but CloudFormation did not configure it."""
    entry = provisioners._RESOURCE_HANDLERS["AWS::Lambda::Function"]
    create = entry["create"]

    def lambda_create(logical_id, props, stack_name):
        created = create(logical_id, props, stack_name)
        reserved = props.get("ReservedConcurrentExecutions")
        if reserved is not None:
            function = lambda_svc._functions[created[0]]
            assert function["concurrency"] is None, function["concurrency"]
            function["concurrency"] = int(reserved)
        return created

    entry["create"] = lambda_create


def patch_throttled_tasks() -> None:
    """A task with a throttled function fails as Lambda.TooManyRequestsException on AWS; here it was Lambda.Unknown."""
    patch(
        stepfunctions,
        "_call_lambda",
        (
            '    if result.get("error"):',
            '    if result.get("throttle"):\n'
            '        raise _ExecutionError("Lambda.TooManyRequestsException", json.dumps(result["body"]))\n'
            '    if result.get("error"):',
        ),
    )
    assert vars(stepfunctions)["json"] is json


def patch_retry_delays() -> None:
    """JitterStrategy and MaxDelaySeconds were ignored: what was refused together came again together, and was refused.

    The retrier that is found says what the wait is to be, as a constant interval.
    """
    find = stepfunctions._find_matching_retrier
    assert list(inspect.signature(find).parameters) == ["retriers", "error", "retry_counts"]

    def find_matching_retrier(retriers, error, retry_counts):
        retrier, index = find(retriers, error, retry_counts)
        if retrier is None:
            return retrier, index
        delay = retrier.get("IntervalSeconds", 1) * retrier.get("BackoffRate", 2.0) ** retry_counts.get(index, 0)
        delay = min(delay, retrier.get("MaxDelaySeconds", delay))
        if retrier.get("JitterStrategy") == "FULL":
            delay = random.uniform(0, delay)
        return {**retrier, "IntervalSeconds": delay, "BackoffRate": 1}, index

    stepfunctions._find_matching_retrier = find_matching_retrier


def patch_throttling() -> None:
    patch_reserved_concurrency()
    patch_throttled_tasks()
    patch_retry_delays()
