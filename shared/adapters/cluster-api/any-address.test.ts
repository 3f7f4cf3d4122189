import { expect, test } from 'vitest';
import { z } from 'zod';
import { BackendConflict, BackendUnavailable, OutOfTime } from '#shared/errors';
import type { JsonCall, JsonClient, JsonReply } from '../json-client.ts';
import { anyAddress } from './any-address.ts';

const call = { op: 'readVersion', method: 'GET', path: '/version', reply: z.unknown() } as const;
const silent = (name: string) => new BackendUnavailable(`${name} did not answer`, { op: 'readVersion' });

/**
 * Simulated clients of these addresses. A request to an address with an error fails with that error. All requests are
 * recorded.
 */
function addresses(errors: Record<string, Error | undefined>) {
  const asked: string[] = [];
  const clientOf =
    (name: string): JsonClient =>
    async <T>({ reply }: JsonCall<T>): Promise<JsonReply<T>> => {
      asked.push(name);
      const error = errors[name];
      if (error) throw error;
      return { body: reply.parse(name), bytes: 1, header: () => undefined };
    };
  return { asked, errors, client: anyAddress(Object.keys(errors).map(clientOf)) };
}

test('the next address is tried if one does not answer, and stays the first one (S3-012)', async () => {
  const { asked, client } = addresses({ one: silent('one'), two: undefined });
  expect((await client(call)).body).toBe('two');
  expect((await client(call)).body).toBe('two');
  expect(asked).toEqual(['one', 'two', 'two']);
});

test('when the present address falls silent, the others are tried again from the beginning', async () => {
  const { errors, client } = addresses({ one: silent('one'), two: undefined });
  await client(call);
  Object.assign(errors, { one: undefined, two: silent('two') });
  expect((await client(call)).body).toBe('one');
});

test('if no address answers, the error is that of the first one tried', async () => {
  const { asked, client } = addresses({ one: silent('one'), two: silent('two') });
  await expect(client(call)).rejects.toThrow('one did not answer');
  expect(asked).toEqual(['one', 'two']);
});

test.each([
  ['a refusal', new BackendConflict('changed meanwhile', { status: 409 })],
  ['an error of the server', new BackendUnavailable('with 503', { status: 503 })],
  ['the end of the function’s time', new OutOfTime('too late')],
])('%s ends the request at the first address', async (_what, error) => {
  const { asked, client } = addresses({ one: error, two: undefined });
  await expect(client(call)).rejects.toBe(error);
  expect(asked).toEqual(['one']);
});
