import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

export type RecordedCall = { name: string; input: object };

/** From now on, every call that the client makes, in order. The calls are made all the same. */
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
