import {
  type _Record,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ResourceNotFoundException,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import { OUTBOX_KIND } from '#shared/contracts/table';
import type { StreamRange } from '#shared/domain/marketplace/redispatch';
import type { OutboxStream } from '#shared/ports/runtime';
import { operationOfKey } from '../_core/keys.ts';

/**
 * Maximum number of pages to read for one range of the stream. A range has at most the ten outbox rows of one batch,
 * and other rows between them. GetRecords may return empty pages before the end of the range.
 */
const MAX_PAGES = 20;

async function recordsFrom(client: DynamoDBStreamsClient, range: StreamRange): Promise<_Record[]> {
  const { streamArn: StreamArn, shardId: ShardId, startSequenceNumber: SequenceNumber } = range;
  const at = { StreamArn, ShardId, SequenceNumber, ShardIteratorType: 'AT_SEQUENCE_NUMBER' as const };
  const last = BigInt(range.endSequenceNumber);
  const isWithin = ({ dynamodb }: _Record) => BigInt(dynamodb?.SequenceNumber ?? -1) <= last;
  let { ShardIterator } = await client.send(new GetShardIteratorCommand(at));
  const found: _Record[] = [];
  for (let page = 0; page < MAX_PAGES && ShardIterator !== undefined; page += 1) {
    const { Records = [], NextShardIterator } = await client.send(new GetRecordsCommand({ ShardIterator }));
    found.push(...Records.filter(isWithin));
    if (found.at(-1)?.dynamodb?.SequenceNumber === range.endSequenceNumber || !Records.every(isWithin)) break;
    ShardIterator = NextShardIterator;
  }
  return found;
}

/**
 * Whether a record is a new row of the outbox. The event source that invokes the dispatcher filters by the same
 * conditions (infra/stacks/dispatch.ts).
 */
const isNewOutboxRow = ({ eventName, dynamodb }: _Record): boolean =>
  eventName === 'INSERT' && dynamodb?.NewImage?.kind?.S === OUTBOX_KIND;

export const dynamoOutboxStream = ({ client }: { client: DynamoDBStreamsClient }): OutboxStream => ({
  async operationsIn(range) {
    try {
      const records = (await recordsFrom(client, range)).filter(isNewOutboxRow);
      return records.flatMap(({ dynamodb }) => dynamodb?.Keys?.pk?.S ?? []).map(operationOfKey);
    } catch (error) {
      if (error instanceof TrimmedDataAccessException || error instanceof ResourceNotFoundException) return undefined;
      throw error;
    }
  },
});
