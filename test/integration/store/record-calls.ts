import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

export type RecordedCall = { name: string; input: object };

/** Records all further calls of the client in order. The calls are still sent. */
export function recordCalls(client: DynamoDBClient): RecordedCall[] {
  const calls: RecordedCall[] = [];
  client.middlewareStack.add(
    (next, context) => (args) => {
      calls.push({ name: context.commandName ?? '', input: args.input });
      return next(args);
    },
    { step: 'initialize', name: 'recordCalls' },
  );
  return calls;
}
