import { expect, test } from 'vitest';
import { BackendUnauthorized, NotAllowed } from '#shared/errors';
import type { JsonClient } from '../json-client.ts';
import { keyedSession } from './keyed-session.ts';

const ID = 'c-1';
const selectors = { isIgnoring: () => false, remember: () => undefined };
const refused = (status: number) => new BackendUnauthorized(`Rancher answered readSelf with ${status}`, { status });

/** A Rancher that refuses the first requests, and then says whose key it is. */
function rancherRefusing(times: number, status = 403) {
  const sent: { path: string; authorization: string | undefined }[] = [];
  const client: JsonClient = async ({ path, headers, reply }) => {
    sent.push({ path, authorization: headers?.authorization });
    if (sent.length <= times) throw refused(status);
    return { body: reply.parse({ status: { userInfo: { username: 'u-1' } } }), bytes: 0, header: () => undefined };
  };
  return { client, sent };
}

test('every request goes with the key of the account', async () => {
  const { client, sent } = rancherRefusing(0);
  const session = keyedSession(client, { bearer: 'token-1:secret', patienceMs: 0 }, selectors);
  expect(await session.readSelf(ID)).toBe('u-1');
  expect(sent.map(({ authorization }) => authorization)).toEqual(['Bearer token-1:secret']);
});

test('a refusal is repeated while Rancher applies the roles of the account', async () => {
  const { client, sent } = rancherRefusing(1);
  const session = keyedSession(client, { bearer: 'token-1:secret', patienceMs: 5_000 }, selectors);
  expect(await session.readSelf(ID)).toBe('u-1');
  expect(sent).toHaveLength(2);
});

test('a lasting refusal is one of the person, and a refused key is a failure of the backend', async () => {
  const read = (status: number) =>
    keyedSession(rancherRefusing(9, status).client, { bearer: 'x', patienceMs: 0 }, selectors).readSelf(ID);
  await expect(read(403)).rejects.toThrow(NotAllowed);
  await expect(read(401)).rejects.toThrow(BackendUnauthorized);
});
