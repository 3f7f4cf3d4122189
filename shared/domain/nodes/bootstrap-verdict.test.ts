import { describe, expect, test } from 'vitest';
import type { WaitFailure } from '#shared/errors';
import { aNode, aNodeSpec, aUuid, CREATED } from '#test/builders/builders';
import type { Failure } from '../_core/failure.ts';
import { nodeTag } from '../planning/naming.ts';
import { bootstrapVerdict, overdueText } from './bootstrap-verdict.ts';
import { NO_FACTS, type Node } from './node.ts';
import type { Observation } from './observe-nodes.ts';

const DEADLINE_MS = 60_000;
const named = (name: string, fields: Partial<Node> = {}): Node => aNode({ spec: aNodeSpec({ name }), ...fields });
const erred = (code: Failure['code']): Partial<Node> => {
  const lastError: Failure = {
    ...{ code, message: `because of ${code}`, step: 'watch', at: '2026-03-01T12:00:00.000Z' },
    ...{ retryable: true, owner: 'provider' },
  };
  return { state: 'ERRED', lastError };
};
const lostServer = (serverId: string): Node['failedServers'][number] => ({
  ...{ serverId, operationUuid: aUuid(), at: CREATED, code: 'RESOURCES_DEPLETED', message: 'No valid host was found.' },
});
const active = named('a', { state: 'OK', runtimeState: 'active' });

describe('the wait for nodes', () => {
  test('is over when all of them are active', () => {
    expect(bootstrapVerdict([active, active], DEADLINE_MS * 2, DEADLINE_MS)).toEqual({ kind: 'ready' });
  });

  test.each(['', 'provisioning', 'unavailable'])(
    'goes on while one is %j and the time is not over (R-9-61)',
    (runtimeState) => {
      const nodes = [active, named('b', { runtimeState })];
      expect(bootstrapVerdict(nodes, DEADLINE_MS - 1, DEADLINE_MS)).toEqual({ kind: 'waiting' });
    },
  );

  test('names the missing nodes at the deadline, and not before', () => {
    const nodes = [active, named('b'), named('c')];
    expect(bootstrapVerdict(nodes, DEADLINE_MS, DEADLINE_MS)).toEqual({ kind: 'overdue', missing: nodes.slice(1) });
  });

  test('asks for another server where one failed to build, before the deadline only', () => {
    const lost = named('b', { instanceId: 's', failedServers: [lostServer('s')] });
    const nodes = [active, lost, named('c', { failedServers: [lostServer('s')], instanceId: 't' })];
    expect(bootstrapVerdict(nodes, 0, DEADLINE_MS)).toEqual({ kind: 'replace', nodeUuids: [lost.uuid] });
    expect(bootstrapVerdict(nodes, DEADLINE_MS, DEADLINE_MS).kind).toBe('overdue');
  });

  test.each<[Failure['code'], WaitFailure]>([
    ['QUOTA_EXCEEDED', 'BackendQuotaExceeded'],
    ['NOT_FOUND', 'TakenAway'],
    ['RESOURCES_DEPLETED', 'ProvisioningFailed'],
  ])('ends at once when a node is in error: %s is %s', (code, error) => {
    const verdict = bootstrapVerdict([active, named('b', erred(code))], 0, DEADLINE_MS);
    expect(verdict).toEqual({ kind: 'failed', error, message: `because of ${code}` });
  });

  test('ends with a sentence even if the node in error gave no reason', () => {
    expect(bootstrapVerdict([named('b', { state: 'ERRED' })], 0, DEADLINE_MS)).toMatchObject({
      message: 'Node b has failed.',
    });
  });
});

describe('the message at the deadline', () => {
  const serverOf = (node: Node, fields: object) => ({
    ...{ id: 's', status: 'ACTIVE', tags: [nodeTag(node.uuid)], volumeIds: [], addresses: [] },
    ...fields,
  });
  const text = (missing: Node[], seen: Observation, phoned: Node[] = []) =>
    overdueText({ missing, of: 20, deadlineMs: DEADLINE_MS }, seen, (node) => phoned.includes(node));

  test('has the last report of Nova, the machine and Rancher for each node', () => {
    const [b, c, d] = [named('b'), named('c'), named('d')];
    const servers = [serverOf(b, { powerState: 'Running' }), serverOf(c, { status: 'BUILD', taskState: 'spawning' })];
    const known = { id: 'm', hostname: 'b', state: 'waiting', message: 'for its plan', facts: NO_FACTS };
    expect(text([b, c, d], { servers, rancherNodes: [known] }, [b])).toBe(
      [
        '3 of 20 nodes did not become active within 60 s: b has a server (ACTIVE, Running), has phoned home, is waiting in Rancher: for its plan',
        'c has a server (BUILD, spawning), has not phoned home, has not registered',
        'd has no server, has not registered.',
      ].join('; '),
    );
  });

  test('lists ten in full and names the others', () => {
    const nodes = Array.from({ length: 12 }, (_, index) => named(`n${index + 1}`));
    expect(text(nodes, {})).toMatch(/n10 has no server, has not registered; and n11, n12\.$/);
  });
});
