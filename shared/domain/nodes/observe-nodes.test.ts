import { describe, expect, test } from 'vitest';
import { aNode, aNodeSpec } from '#test/builders/builders';
import type { LifecycleState } from '../_core/lifecycle-state.ts';
import { nodeTag } from '../planning/naming.ts';
import { NO_FACTS, type Node } from './node.ts';
import { type Observation, observeNodes, type Wait } from './observe-nodes.ts';
import { needsNewServer } from './server-attempts.ts';

const NOW = new Date('2026-03-01T12:05:00.000Z');
const WAIT: Wait = { operationUuid: 'a'.repeat(32), serverAttempts: 2, waitedMs: 0, deadlineMs: 60_000 };
type Server = NonNullable<Observation['servers']>[number];
type RancherNode = NonNullable<Observation['rancherNodes']>[number];

const serverOf = (node: Node, fields: Partial<Server> = {}): Server => ({
  ...{ id: 'server-1', status: 'ACTIVE', tags: ['other', nodeTag(node.uuid)] },
  ...{ volumeIds: ['volume-1'], addresses: ['10.20.0.7'] },
  ...fields,
});
const inRancher = (node: Node, fields: Partial<RancherNode> = {}): RancherNode => ({
  ...{ id: 'c-m-1:machine-1', hostname: node.spec.name, state: 'active', facts: NO_FACTS },
  ...fields,
});
/** The node after one observation. By default, Paddock makes only one attempt to create the server. */
function observe(node: Node, seen: Observation, wait: Partial<Wait> = { serverAttempts: 1 }): Node {
  const [found] = observeNodes([node], seen, NOW, { ...WAIT, ...wait }).all;
  if (!found) throw new Error('the observation lost its node');
  return found;
}

describe('a node that is being made', () => {
  const node = aNode();

  test('has volumes and addresses of the server with its tag, not of one with its name', () => {
    expect(observe(node, { servers: [serverOf(node)] })).toMatchObject({
      volumeIds: ['volume-1'],
      addresses: ['10.20.0.7'],
      version: 1,
    });
    expect(observe(node, { servers: [serverOf(node, { tags: [node.spec.name] })] })).toBe(node);
  });

  test('becomes OK when Rancher says it is active, and only then (S0-191, R-9b-W7)', () => {
    expect(observe(node, { rancherNodes: [inRancher(node)] })).toMatchObject({
      ...{ state: 'OK', runtimeState: 'active', backendId: 'c-m-1:machine-1' },
    });
    for (const state of ['pending', 'unavailable', 'provisioning', 'error', 'drained', '']) {
      expect(observe(node, { rancherNodes: [inRancher(node, { state })] })).toMatchObject({
        state: 'CREATING',
        runtimeState: state,
      });
    }
  });

  test('is found in Rancher by its host name', () => {
    expect(observe(node, { rancherNodes: [inRancher(node, { hostname: 'somebody-else' })] })).toBe(node);
  });

  test('is erred if its server is, with Nova’s message', () => {
    const fault = { code: 500, message: 'No valid host was found.' };
    expect(observe(node, { servers: [serverOf(node, { status: 'ERROR', fault })] })).toMatchObject({
      state: 'ERRED',
      lastError: {
        ...{ code: 'RESOURCES_DEPLETED', owner: 'provider', retryable: true, at: NOW.toISOString() },
        message: `Server ${node.spec.name} is in ERROR: ${fault.message}`,
      },
    });
  });

  test.each([
    'Build of instance 1 aborted: VolumeSizeExceedsAvailableQuota: Requested volume exceeds allowed gigabytes quota.',
    'Build of instance 1 aborted: VolumeLimitExceeded: Maximum number of volumes allowed (10) exceeded',
    'Quota exceeded for cores: Requested 8',
  ])('says so when its server failed over a quota, for the customer can fix that: %s', (fault) => {
    const found = observe(node, { servers: [serverOf(node, { status: 'ERROR', fault: { message: fault } })] });
    expect(found.lastError).toMatchObject({ code: 'QUOTA_EXCEEDED', owner: 'user' });
  });

  test('keeps its first error', () => {
    const first = observe(node, { servers: [serverOf(node, { status: 'ERROR', fault: { message: 'one' } })] });
    const again = observe(first, { servers: [serverOf(node, { status: 'ERROR', fault: { message: 'two' } })] });
    expect(again.lastError?.message).toContain('one');
  });
});

describe('a server that failed to build, while another may be made', () => {
  const node = aNode({
    state: 'CREATING',
    instanceId: 'server-1',
    serverRequest: { operationUuid: WAIT.operationUuid, requestId: 'req-1' },
  });
  const fault = { code: 500, message: 'No valid host was found.' };
  const inError = { servers: [serverOf(node, { status: 'ERROR', fault })] };
  const others = [inRancher(node, { hostname: 'another' })];

  test('is replaced; its message and request are recorded, and its node stays in creation', () => {
    const found = observe(node, inError, {});
    expect(found).toMatchObject({
      ...{ state: 'CREATING', lastError: undefined },
      failedServers: [
        {
          ...{ serverId: 'server-1', operationUuid: WAIT.operationUuid, at: NOW.toISOString() },
          ...{ code: 'RESOURCES_DEPLETED', message: fault.message, requestId: 'req-1' },
        },
      ],
    });
    expect(needsNewServer(found)).toBe(true);
    expect(observe(found, inError, {})).toBe(found);
  });

  test('is the last one when as many have failed as are granted: words, request and count are reported', () => {
    const second = { ...observe(node, inError, {}), instanceId: 'server-2' };
    const asked = { ...second, serverRequest: { operationUuid: WAIT.operationUuid, requestId: 'req-2' } };
    const found = observe(asked, { servers: [serverOf(node, { id: 'server-2', status: 'ERROR', fault })] }, {});
    expect(found).toMatchObject({
      state: 'ERRED',
      lastError: {
        code: 'RESOURCES_DEPLETED',
        message: `Server ${node.spec.name} is in ERROR: ${fault.message} (request req-2, attempt 2 of 2)`,
      },
    });
    expect(found.failedServers.map(({ serverId }) => serverId)).toEqual(['server-1', 'server-2']);
    expect(needsNewServer(found)).toBe(false);
  });

  test.each([
    ['over a quota', { code: 500, message: 'VolumeLimitExceeded: Maximum number of volumes allowed (1) exceeded' }],
    ['forbidden', { code: 403, message: 'Policy does not allow it.' }],
  ])('is the last one if it is %s, since the next would fail too', (_what, said) => {
    expect(observe(node, { servers: [serverOf(node, { status: 'ERROR', fault: said })] }, {}).state).toBe('ERRED');
  });

  test('does not count if an earlier operation made it, whatever its failure', () => {
    const adopted = { ...node, serverRequest: { operationUuid: 'b'.repeat(32) } };
    const quota = { code: 403, message: 'Quota exceeded for cores: Requested 8' };
    const seen = { servers: [serverOf(node, { status: 'ERROR', fault: quota })] };
    expect(observe(adopted, seen, { serverAttempts: 1 })).toMatchObject({ state: 'CREATING', lastError: undefined });
  });

  test('is replaced if somebody else removed it', () => {
    const found = observe(node, { servers: [] }, {});
    expect(found).toMatchObject({ state: 'CREATING', failedServers: [{ serverId: 'server-1', code: 'NOT_FOUND' }] });
    expect(observe(node, { servers: [] })).toMatchObject({ state: 'ERRED', lastError: { code: 'NOT_FOUND' } });
    expect(observe({ ...node, instanceId: '' }, { servers: [] }, {}).failedServers).toEqual([]);
  });

  test.each<[string, Observation]>([
    ['is in error', inError],
    ['was removed', { servers: [] }],
  ])('is the last one when Rancher knows the machine that %s: another of its name would be refused', (_what, seen) => {
    expect(observe(node, { ...seen, rancherNodes: [inRancher(node, { state: 'provisioning' })] }, {}).state).toBe(
      'ERRED',
    );
  });

  test.each<[string, boolean, Partial<Wait>, Observation]>([
    ['after half of the time', true, { waitedMs: 30_000 }, { rancherNodes: others }],
    ['not before', false, { waitedMs: 29_999 }, { rancherNodes: others }],
    ['not if no machine has registered', false, { waitedMs: 59_999 }, { rancherNodes: [] }],
    ['not if it would be the last one', false, { waitedMs: 30_000, serverAttempts: 1 }, { rancherNodes: others }],
    [
      'not if it has registered',
      false,
      { waitedMs: 30_000 },
      { rancherNodes: [inRancher(node, { state: 'waiting' })] },
    ],
  ])('is replaced if it runs and never registers: %s', (_when, isGivenUp, wait, seen) => {
    const found = observe(node, { servers: [serverOf(node)], ...seen }, wait);
    expect([needsNewServer(found), found.state]).toEqual([isGivenUp, 'CREATING']);
  });

  test('has its own half of the time if it replaced another', () => {
    const wait = { waitedMs: 40_000, serverAttempts: 3 };
    const lost = observe(node, inError, wait);
    const second = { ...lost, instanceId: 'server-2' };
    const seen = { servers: [serverOf(node, { id: 'server-2' })], rancherNodes: others };
    expect(needsNewServer(observe(second, seen, wait))).toBe(false);
  });

  test('is ignored outside the wait', () => {
    expect(observeNodes([node], { servers: [] }, NOW).changed).toEqual([]);
  });
});

describe('a node that was made', () => {
  const node = aNode({ state: 'OK', runtimeState: 'active', backendId: 'c-m-1:machine-1' });

  test.each(['unavailable', 'drained', 'cordoned'])('and is now %s is unhealthy, but stays made (R-9b-W7)', (state) => {
    expect(observe(node, { rancherNodes: [inRancher(node, { state })] })).toMatchObject({
      state: 'OK',
      runtimeState: state,
    });
  });

  test('and gone from Rancher keeps lifecycle and id, and has no health', () => {
    expect(observe(node, { rancherNodes: [] })).toMatchObject({
      ...{ state: 'OK', runtimeState: '', backendId: 'c-m-1:machine-1' },
    });
  });

  test('is erred if its machine is, so that no wait depends on it', () => {
    expect(observe(node, { servers: [serverOf(node, { status: 'ERROR' })] })).toMatchObject({
      state: 'ERRED',
      lastError: { message: expect.stringContaining('the cloud gave no reason') },
    });
  });

  test('keeps the ids of volumes that a server before had, since nothing else says which node they belong to', () => {
    const before = { ...node, volumeIds: ['volume-0'] };
    expect(observe(before, { servers: [serverOf(node)] }).volumeIds).toEqual(['volume-0', 'volume-1']);
  });
});

describe('an observation', () => {
  test.each<LifecycleState>(['DELETION_SCHEDULED', 'DELETING', 'ERRED'])(
    'does not call back a node that is %s',
    (state) => {
      const node = aNode({ state });
      const seen = { servers: [serverOf(node, { status: 'ERROR' })], rancherNodes: [inRancher(node)] };
      expect(observe(node, seen).state).toBe(state);
    },
  );

  test('at one backend only keeps the other’s facts', () => {
    const node = aNode({ state: 'OK', runtimeState: 'active', addresses: ['10.20.0.7'], volumeIds: ['volume-1'] });
    expect(observe(node, { servers: [serverOf(node)] }).runtimeState).toBe('active');
    expect(observe(node, { rancherNodes: [inRancher(node)] }).addresses).toEqual(['10.20.0.7']);
  });

  test('before Nova has made anything keeps the known facts', () => {
    const node = aNode({ addresses: ['10.20.0.7'], volumeIds: ['volume-1'] });
    expect(observe(node, { servers: [serverOf(node, { addresses: [], volumeIds: [] })] })).toBe(node);
  });

  test('names the rows that differ, ignoring the order of labels', () => {
    const facts = { ...NO_FACTS, labels: { a: '1', b: '2' } };
    const fields = { state: 'OK', runtimeState: 'active', backendId: 'c-m-1:machine-1', facts } as const;
    const [same, other] = [aNode({ ...fields, spec: aNodeSpec({ name: 'same' }) }), aNode()];
    const rancherNodes = [
      inRancher(same, { facts: { ...NO_FACTS, labels: { b: '2', a: '1' } } }),
      inRancher(other, { state: 'provisioning' }),
    ];
    const { all, changed } = observeNodes([same, other], { rancherNodes }, NOW);
    expect(all[0]).toBe(same);
    expect(changed.map((node) => node.uuid)).toEqual([other.uuid]);
  });
});
