import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterEach, expect, test } from 'vitest';
import { secretsManagerSecrets } from '#shared/adapters/aws/secrets';
import { secretName } from '#shared/domain/_core/secret-name';
import { aUuid } from '#test/builders/builders';
import { testClock } from '#test/test-clock';
import { testAws } from './aws-client.ts';

const clock = testClock();
const newStore = () => secretsManagerSecrets({ client: new SecretsManagerClient(testAws()), clock });
/** Two stores with separate caches, as in two Lambda instances. */
const ours = newStore();
const theirs = newStore();
const names: string[] = [];
const newName = (): string => {
  const name = secretName('test', 'rancher', aUuid());
  names.push(name);
  return name;
};
afterEach(async () => {
  for (const name of names.splice(0)) await ours.remove(name);
});

test('a secret is found as it was put, and as it was put again', async () => {
  const name = newName();
  await ours.put(name, '{"a":1}');
  expect(await ours.find(name)).toBe('{"a":1}');
  await ours.put(name, '{"a":2}');
  expect(await ours.find(name)).toBe('{"a":2}');
});

test('a secret that nobody put is not there, and one that comes is seen at once', async () => {
  const name = newName();
  expect(await ours.find(name)).toBeUndefined();
  await theirs.put(name, 'here');
  expect(await ours.find(name)).toBe('here');
});

test('a removed secret is gone at once and its name is free; removing it again is fine', async () => {
  const name = newName();
  await ours.put(name, 'first');
  await ours.find(name);
  await ours.remove(name);
  expect(await ours.find(name)).toBeUndefined();
  await ours.remove(name);
  await ours.put(name, 'second');
  expect(await ours.find(name)).toBe('second');
});

test('what was found for a version of its record is kept for a minute', async () => {
  const name = newName();
  await ours.put(name, 'old');
  await ours.find(name, 1);
  await theirs.put(name, 'new');
  clock.advance(59);
  expect(await ours.find(name, 1)).toBe('old');
  clock.advance(2);
  expect(await ours.find(name, 1)).toBe('new');
});

test('a record that has changed reads its secret again at once', async () => {
  const name = newName();
  await ours.put(name, 'old');
  await ours.find(name, 1);
  await theirs.put(name, 'new');
  expect(await ours.find(name, 2)).toBe('new');
});

test('without a version a secret is read each time: machines that started with a replaced token never join', async () => {
  const name = newName();
  await ours.put(name, 'old');
  await ours.find(name, 1);
  await theirs.put(name, 'new');
  expect(await ours.find(name)).toBe('new');
});
