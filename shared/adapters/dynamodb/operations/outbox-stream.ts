import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { OUTBOX_KIND } from '#shared/contracts/table';
import type { OutboxStream } from '#shared/ports/runtime';
import { operationOfKey } from '../_core/keys.ts';
import { newRowsIn } from '../_core/stream-records.ts';

export const dynamoOutboxStream = ({ client }: { client: DynamoDBStreamsClient }): OutboxStream => ({
  async operationsIn(range) {
    const records = await newRowsIn(client, range, OUTBOX_KIND);
    return records?.flatMap(({ dynamodb }) => dynamodb?.Keys?.pk?.S ?? []).map(operationOfKey);
  },
});
