import {
  type _Record,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ResourceNotFoundException,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import type { StreamRange } from '#shared/domain/marketplace/redispatch';

/**
 * Maximum number of pages to read for one range of a stream. A range has at most the ten rows of one batch, and other
 * rows between them. GetRecords may return empty pages before the end of the range.
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
 * The records about new rows of one kind in a range of a stream. The event source mappings filter by the same
 * conditions (infra/stacks/dispatch.ts). Undefined if the records are older than 24 hours, because the stream no longer
 * has them.
 */
export async function newRowsIn(
  client: DynamoDBStreamsClient,
  range: StreamRange,
  kind: string,
): Promise<_Record[] | undefined> {
  try {
    const records = await recordsFrom(client, range);
    return records.filter(({ eventName, dynamodb }) => eventName === 'INSERT' && dynamodb?.NewImage?.kind?.S === kind);
  } catch (error) {
    if (error instanceof TrimmedDataAccessException || error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}
