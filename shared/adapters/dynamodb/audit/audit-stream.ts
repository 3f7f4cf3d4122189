import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { AUDIT_KIND } from '#shared/contracts/table';
import type { AuditStream } from '#shared/ports/runtime';
import { newRowsIn } from '../_core/stream-records.ts';

export const dynamoAuditStream = ({ client }: { client: DynamoDBStreamsClient }): AuditStream => ({
  recordsIn: (range) => newRowsIn(client, range, AUDIT_KIND),
});
