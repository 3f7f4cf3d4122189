import { type DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';

/**
 * Makes the next `count` transactions be cancelled for their last row, a counter's, before they reach the database, so that it is known
 * how many are. Returns how many transactions have been tried since.
 */
export function refuseTransactions(
  client: DynamoDBClient,
  count: number,
  rows: number,
  code = 'TransactionConflict',
): () => number {
  let tried = 0;
  const reasons = Array.from({ length: rows }, (_, index) => ({
    Code: index === rows - 1 ? code : 'None',
  }));
  client.middlewareStack.add(
    (next, context) => async (args) => {
      if (context.commandName !== 'TransactWriteItemsCommand') return next(args);
      tried += 1;
      if (tried > count) return next(args);
      throw new TransactionCanceledException({ message: 'collided', $metadata: {}, CancellationReasons: reasons });
    },
    { step: 'initialize', name: 'refuseTransactions' },
  );
  return () => tried;
}
