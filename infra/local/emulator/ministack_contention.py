"""What DynamoDB refuses because too much happens to an item, or to a partition, at the same moment.

MiniStack carries out one request after the other, so no two ever met. As AWS documents it ("Transaction conflict handling",
"Key range throughput exceeded"; DynamoDB Local knows neither):

- a transaction takes a moment, and its items are in flight meanwhile. Another transaction that touches one of them, if only by a
  condition, is cancelled with TransactionConflict; a single write of one is refused with TransactionConflictException. Reads of
  single items are not affected, and neither are the writes of a BatchWriteItem.
- a key of a table, or of an index, takes 1,000 write units in a second. An index that can take no more refuses the table's writes.

The 400 KB that an item may have MiniStack enforces by itself.
"""

import asyncio
import collections
import inspect
import json
import time

from ministack.services import dynamodb

IN_FLIGHT_SECONDS = 0.005
# Of one that waits for the others: an emulator that is busy must not make transactions longer than AWS would.
LONGEST_SECONDS = 0.025
WRITE_UNITS = 1000.0
SINGLE_WRITES = ("PutItem", "UpdateItem", "DeleteItem")

# Items of transactions that have not ended: until when, at the latest.
in_flight: dict[tuple[str, str], float] = {}
is_transaction = False
# Of each key of a table or index: when it was written, and the units, within the last second.
written: dict[tuple[str, str], collections.deque] = collections.defaultdict(collections.deque)


def name_of(table: dict, item: dict) -> tuple[str, str]:
    keys = [table["pk_name"], table.get("sk_name")]
    return table["TableName"], json.dumps([item.get(key) for key in keys if key], sort_keys=True)


def partitions_of(table: dict, item: dict):
    """The keys that a write of an item counts against, each with its index; None is the table itself."""
    yield (table["TableName"], json.dumps(item.get(table["pk_name"]))), None
    for index in table.get("GlobalSecondaryIndexes") or []:
        attribute = next(it["AttributeName"] for it in index["KeySchema"] if it["KeyType"] == "HASH")
        if attribute in item:
            yield (f"{table['TableName']}/{index['IndexName']}", json.dumps(item[attribute])), index


def units_of(partition: tuple[str, str]) -> float:
    units, since = written.get(partition, ()), time.monotonic() - 1
    while units and units[0][0] < since:
        units.popleft()
    if not units:
        written.pop(partition, None)
    return sum(amount for _, amount in units)


def count_write(table: dict, old: dict | None, new: dict | None) -> None:
    size = max(dynamodb._item_size_bytes(item) for item in (old or {}, new or {}))
    for item in filter(None, (new, old)):
        for partition, index in partitions_of(table, item):
            if item is old and new is not None and (index is None or partition in dict(partitions_of(table, new))):
                continue  # counted with the new one
            if index is None:
                amount = dynamodb._capacity_kb(size) * (2 if is_transaction else 1)
            else:
                amount = dynamodb._index_write_units(table, index, old, new)
            if amount:
                written[partition].append((time.monotonic(), amount))


def operations_of(action: str, data: dict) -> list[dict]:
    if action in SINGLE_WRITES:
        return [data]
    if action in ("TransactWriteItems", "TransactGetItems"):
        return [next(iter(member.values())) for member in data.get("TransactItems", []) if member]
    return []


def targets_of(operations: list[dict]) -> list[tuple[dict, dict]] | None:
    """The table and the item, or its key, of each; none of what MiniStack refuses by itself."""
    found = []
    for operation in operations:
        table = dynamodb._tables.get(operation.get("TableName", ""))
        item = operation.get("Item") or operation.get("Key")
        if not table or not isinstance(item, dict):
            return None
        found.append((table, item))
    return found


def is_throttled(operation: dict, table: dict, item: dict) -> bool:
    if "ConditionExpression" in operation and not ({"Item", "UpdateExpression"} & operation.keys()):
        return False  # a check, or a delete: of no consequence here
    full = item if "Item" in operation else dynamodb._get_item_by_key(table, item) or item
    return any(units_of(partition) >= WRITE_UNITS for partition, _ in partitions_of(table, full))


def refusal(name: str, message: str, more: dict) -> tuple:
    body = json.dumps({"__type": f"com.amazonaws.dynamodb.v20120810#{name}", "message": message, **more})
    return 400, {"Content-Type": "application/x-amz-json-1.0", "x-amzn-errortype": name}, body.encode()


def cancelled(codes: list[str]) -> tuple:
    messages = {
        "TransactionConflict": "Transaction is ongoing for the item",
        "ThrottlingError": "Throughput exceeds the current capacity for one or more global secondary indexes or the table.",
    }
    reasons = [{"Code": code, **({"Message": messages[code]} if code in messages else {})} for code in codes]
    message = f"Transaction cancelled, please refer cancellation reasons for specific reasons [{', '.join(codes)}]"
    return refusal("TransactionCanceledException", message, {"CancellationReasons": reasons})


def refused(action: str, operations: list[dict], targets: list[tuple[dict, dict]]) -> tuple | None:
    now = time.monotonic()
    meets = [in_flight.get(name_of(table, item), 0) > now for table, item in targets]
    is_write = action != "TransactGetItems"
    throttled = [is_write and is_throttled(it, *target) for it, target in zip(operations, targets)]
    if not any(meets) and not any(throttled):
        return None
    if action in SINGLE_WRITES:
        if any(meets):
            return refusal("TransactionConflictException", "Transaction is ongoing for the item", {})
        reason = {"reason": "TableWriteKeyRangeThroughputExceeded", "resource": targets[0][0].get("TableArn", "")}
        message = "Throughput exceeds the current capacity of your table or index."
        return refusal("ThrottlingException", message, {"ThrottlingReasons": [reason]})
    codes = ("TransactionConflict" if met else "ThrottlingError" if slow else "None" for met, slow in zip(meets, throttled))
    return cancelled(list(codes))


def patch_contention() -> None:
    handle, set_item, remove_item = dynamodb.handle_request, dynamodb._set_item, dynamodb._remove_item
    assert list(inspect.signature(set_item).parameters) == ["table", "pk_val", "sk_val", "item"]
    assert list(inspect.signature(remove_item).parameters) == ["table", "pk_val", "sk_val"]

    def counted_set_item(table, pk_val, sk_val, item):
        old = set_item(table, pk_val, sk_val, item)
        count_write(table, old, item)
        return old

    def counted_remove_item(table, pk_val, sk_val):
        old = remove_item(table, pk_val, sk_val)
        count_write(table, old, None)
        return old

    async def transact(args: tuple, names: set[tuple[str, str]]) -> tuple:
        global is_transaction
        until = time.monotonic() + LONGEST_SECONDS
        in_flight.update(dict.fromkeys(names, until))
        try:
            await asyncio.sleep(IN_FLIGHT_SECONDS)
            is_transaction = True
            return await handle(*args)
        finally:
            is_transaction = False
            for name in [name for name in names if in_flight.get(name) == until]:
                del in_flight[name]

    async def handle_request(method, path, headers, body, query_params):
        args = (method, path, headers, body, query_params)
        action = headers.get("x-amz-target", "").split(".")[-1]
        try:
            operations = operations_of(action, json.loads(body) if body else {})
            targets = targets_of(operations)
        except (ValueError, AttributeError):
            targets = None  # MiniStack has its own words for what cannot be read
        if not targets:
            return await handle(*args)
        no = refused(action, operations, targets)
        if no:
            return no
        if action != "TransactWriteItems":
            return await handle(*args)
        return await transact(args, {name_of(table, item) for table, item in targets})

    dynamodb._set_item, dynamodb._remove_item = counted_set_item, counted_remove_item
    dynamodb.handle_request = handle_request
