"""How a DynamoDB stream's failures end: what the outbox rests on."""

from ministack.services import lambda_svc

from ministack_patch import patch


def settled_records(esm, func_rec, batch, source_arn, attempts) -> int:
    """Hands stream records to a function and says how many of them, from the first, are done with.

    As on AWS: partial failures are honoured, a failing batch is bisected, and a record that has had its
    MaximumRetryAttempts goes to the failure destination. `attempts` counts by sequence number between the calls.
    """
    result = lambda_svc._execute_function(func_rec, {"Records": batch})
    sequence_numbers = [record["dynamodb"]["SequenceNumber"] for record in batch]
    failed_at = 0
    if not result.get("error"):
        reported = (result.get("body") or {}).get("batchItemFailures", []) if esm.get("FunctionResponseTypes") else []
        failed = {failure["itemIdentifier"] for failure in reported}
        failed_at = next((i for i, number in enumerate(sequence_numbers) if number in failed), len(batch))
    if failed_at == len(batch):
        return failed_at
    lambda_svc.logger.warning("%s failed on a stream record: %s", esm["FunctionName"], result.get("body"))
    if result.get("error") and esm.get("BisectBatchOnFunctionError") and len(batch) > 1:
        return settled_records(esm, func_rec, batch[: len(batch) // 2], source_arn, attempts)
    number = sequence_numbers[failed_at]
    attempts[number] = attempts.get(number, 0) + 1
    if not 0 <= int(esm.get("MaximumRetryAttempts", -1)) < attempts[number]:
        return failed_at
    end = failed_at + 1 if esm.get("BisectBatchOnFunctionError") else len(batch)
    given_up = batch[failed_at:end]
    lambda_svc._send_ddb_stream_failure_record(esm, func_rec, given_up, source_arn, result, "RetryAttemptsExhausted")
    return end


def patch_stream_failures() -> None:
    """A failing batch was retried for ever, whatever the mapping said, and reported partial failures were lost."""
    attempts: dict[str, int] = {}

    def deliver(esm, func_rec, raw, batch, source_arn):
        done = settled_records(esm, func_rec, batch, source_arn, attempts)
        if done == 0:
            return {"error": True, "body": {"errorMessage": "to be tried again"}}, 0
        return {}, len(raw) if done == len(batch) else raw.index(batch[done])

    lambda_svc._shim_deliver = deliver
    patch(
        lambda_svc,
        "_poll_dynamodb_streams",
        ("raw_len = len(batch)", "raw_len, raw = len(batch), batch"),
        (
            "result = _execute_function(func_rec, event)",
            "result, done = _shim_deliver(esm, func_rec, raw, batch, source_arn)",
        ),
        (
            "                    _dynamodb_stream_positions[esm_id] = pos + raw_len\n                esm[",
            "                    _dynamodb_stream_positions[esm_id] = pos + done\n                esm[",
        ),
    )
