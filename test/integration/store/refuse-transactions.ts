import { type DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';

/**
 * Cancels the next `count` transactions before they reach the database. The error contains a reason for each of the
 * `rows` rows: `code` for the last row, a counter, and `None` for the others. Returns a function that returns the
 * number of attempts.
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
