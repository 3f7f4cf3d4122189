import { describe, expect, test } from 'vitest';
import { aNode, aNodeSpec } from '#test/builders';
import type { WaitFailure } from '../errors.ts';
import { bootstrapVerdict } from './bootstrap.ts';
import type { Failure } from './failure.ts';
import type { Node } from './node.ts';

const DEADLINE_MS = 60_000;
const named = (name: string, fields: Partial<Node> = {}): Node => aNode({ spec: aNodeSpec({ name }), ...fields });
const erred = (code: Failure['code']): Partial<Node> => {
  const lastError: Failure = {
    ...{ code, message: `because of ${code}`, step: 'watch', at: '2026-03-01T12:00:00.000Z' },
    ...{ retryable: true, owner: 'provider' },
  };
  return { state: 'ERRED', lastError };
};
const active = named('a', { state: 'OK', runtimeState: 'active' });

describe('the wait for nodes', () => {
  test('is over when all of them are active', () => {
    expect(bootstrapVerdict([active, active], DEADLINE_MS * 2, DEADLINE_MS)).toEqual({ kind: 'ready' });
  });

  test.each(['', 'registering', 'unavailable'])(
    'goes on while one is %j and the time is not over (R-9-61)',
    (runtimeState) => {
      const nodes = [active, named('b', { runtimeState })];
      expect(bootstrapVerdict(nodes, DEADLINE_MS - 1, DEADLINE_MS)).toEqual({ kind: 'waiting' });
    },
  );

  test('fails at the deadline, naming who is missing and what was last known of each', () => {
    const nodes = [
      active,
      named('b', { runtimeState: 'registering', instanceId: 's' }),
      named('c', { instanceId: 's' }),
      named('d'),
    ];
    expect(bootstrapVerdict(nodes, DEADLINE_MS, DEADLINE_MS)).toEqual({
      kind: 'failed',
      error: 'BootstrapTimeout',
      message:
        '3 of 4 nodes did not become active within 60 s: b is registering in Rancher; c has a server but has not registered; d has no server.',
    });
  });

  test.each<[Failure['code'], WaitFailure]>([
    ['QUOTA_EXCEEDED', 'BackendQuotaExceeded'],
    ['RESOURCES_DEPLETED', 'ProvisioningFailed'],
  ])('ends at once when a node is in error: %s is %s', (code, error) => {
    const verdict = bootstrapVerdict([active, named('b', erred(code))], 0, DEADLINE_MS);
    expect(verdict).toEqual({ kind: 'failed', error, message: `because of ${code}` });
  });

  test('ends with a sentence even when the node in error gave no reason', () => {
    expect(bootstrapVerdict([named('b', { state: 'ERRED' })], 0, DEADLINE_MS)).toMatchObject({
      message: 'Node b is in error.',
    });
  });
});
