import { afterEach, describe, expect, test } from 'vitest';
import { type Connect, connectJson } from '#shared/adapters/json-client';
import type { Fault, Simulator } from './start-simulator.ts';

export const PATIENCE_MS = 300;
/**
 * `usual` connections are an adapter's normal connections. `impatient` connections have a short timeout. Only the test
 * of a hanging backend uses `impatient` connections, because busy machines may exceed the timeout.
 */
type Connections<C> = { usual: C; impatient: C };
const OVER_JSON: Connections<Connect> = {
  usual: connectJson,
  impatient: (connection) => {
    const client = connectJson(connection);
    return (call) => client({ ...(call.op !== 'login' && { timeoutMs: PATIENCE_MS }), ...call });
  },
};

type Case = [what: string, fault: Omit<Fault, 'path'>, error: { name: string; message?: unknown; details?: unknown }];
const status = (code: number): Omit<Fault, 'path'> => ({ kind: 'status', status: code });
const CASES: Case[] = [
  ['a cut connection', { kind: 'refuse' }, { name: 'BackendUnavailable' }],
  ['a lost answer', { kind: 'lose' }, { name: 'BackendUnavailable' }],
  ['500', status(500), { name: 'BackendUnavailable' }],
  ['503', status(503), { name: 'BackendUnavailable', message: expect.stringContaining('with 503: simulated fault') }],
  [
    '429 with Retry-After',
    { ...status(429), retryAfter: 7 },
    { name: 'BackendThrottled', details: expect.objectContaining({ retryAfterSeconds: 7 }) },
  ],
  ['401', status(401), { name: 'BackendUnauthorized' }],
  ['403', status(403), { name: 'BackendUnauthorized' }],
  ['409', status(409), { name: 'BackendConflict' }],
  ['400', status(400), { name: 'BackendRejected' }],
  ['422', status(422), { name: 'BackendRejected' }],
  ['a redirect', status(302), { name: 'BackendRejected' }],
  ['half an answer', { kind: 'garbage' }, { name: 'BackendUnavailable' }],
  ['a proxy’s page', { kind: 'garbage', body: '<html>Welcome</html>' }, { name: 'BackendUnavailable' }],
  ['JSON of another shape', { ...status(200), body: { surprise: true } }, { name: 'BackendContractBroken' }],
];

type Subject<C> = {
  simulator: Simulator;
  /** Opens a session with these connections and makes a call that parses its reply. `path` is the path of the call. */
  call: (connect: C) => Promise<unknown>;
  path: string;
};

/** Each kind of failure has the same error name for every backend (docs/rules.md#retries-are-in-the-state-machines). */
export const backendFailures = (subject: () => Subject<Connect>): void => failuresOver(OVER_JSON, subject);

export function failuresOver<C>({ usual, impatient }: Connections<C>, subject: () => Subject<C>): void {
  describe('failures', () => {
    afterEach(() => subject().simulator.clearFaults());

    test.each(CASES)('%s has its name and says which call it was', async (_what, fault, error) => {
      const { simulator, call, path } = subject();
      await simulator.plan({ ...fault, path });
      await expect(call(usual)).rejects.toMatchObject({ details: { op: expect.any(String) }, ...error });
    });

    test('silence ends by a timeout', async () => {
      const { simulator, call, path } = subject();
      await simulator.plan({ kind: 'hang', path });
      await expect(call(impatient)).rejects.toMatchObject({
        name: 'BackendUnavailable',
        message: expect.stringContaining('did not answer within 0.3 s'),
      });
    });

    test('a failed call is not tried again by the adapter: retries are the state machines', async () => {
      const { simulator, call, path } = subject();
      await simulator.plan({ kind: 'status', status: 503, path, nth: 1 });
      await expect(call(usual)).rejects.toMatchObject({ name: 'BackendUnavailable' });
      await expect(call(usual)).resolves.toBeDefined();
    });
  });
}
