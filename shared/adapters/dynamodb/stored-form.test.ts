import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { CREATED } from '#test/builders/builders';
import { storedSamples } from '#test/stored-records';
import { dynamoStore } from './dynamo-store.ts';

/** Answers every call with an empty result, and records the writes. */
function writesOf(client: DynamoDBClient): object[] {
  const writes: object[] = [];
  client.middlewareStack.add(
    (_next, context) => async (args) => {
      if (!/^(Get|Query|BatchGet)/.test(context.commandName ?? '')) writes.push(args.input);
      return { response: {}, output: { $metadata: {} } as never };
    },
    { step: 'build', name: 'answerNothing' },
  );
  return writes;
}

/** Sorts attributes, because the database ignores their order. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, field]) => [name, sorted(field)]));
};

/**
 * Uuids differ between runs. So each uuid is replaced by `uuid-1`, `uuid-2` and so on, in the order in which the uuids
 * first appear.
 */
function withoutUuids(text: string): string {
  const names = new Map<string, string>();
  return text.replaceAll(/[0-9a-f]{32}/g, (uuid) => {
    if (!names.has(uuid)) names.set(uuid, `uuid-${names.size + 1}`);
    return names.get(uuid) ?? '';
  });
}

const linesOf = (write: object): string[] =>
  ('TransactItems' in write && Array.isArray(write.TransactItems) ? write.TransactItems : [write]).map((row) =>
    JSON.stringify(sorted(row)),
  );

/**
 * Tables contain rows of earlier releases. Those rows would not be found if the form of a key, index attribute or claim
 * changed.
 */
test('rows of every kind are stored as they always were', async () => {
  const client = new DynamoDBClient({ region: 'eu-west-1', credentials: { accessKeyId: 'a', secretAccessKey: 's' } });
  const writes = writesOf(client);
  const clock = { now: () => new Date(CREATED) };
  const store = dynamoStore({ tableName: 'records', auditTableName: 'audit', client, clock, random: () => 0 });
  const stored: string[] = [];
  for (const [name, { insert, remove }] of Object.entries(storedSamples(store))) {
    await store.commit(insert);
    if (remove) await store.commit(remove);
    stored.push(`== ${name}`, withoutUuids(writes.splice(0).flatMap(linesOf).join('\n')));
  }
  await expect(`${stored.join('\n')}\n`).toMatchFileSnapshot('../../../test/stored-form.txt');
});
