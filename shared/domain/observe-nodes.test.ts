import { describe, expect, test } from 'vitest';
import { aNode, aNodeSpec } from '#test/builders';
import type { LifecycleState } from './cluster.ts';
import { nodeTag } from './naming.ts';
import { NO_FACTS, type Node } from './node.ts';
import { type Observation, observeNodes } from './observe-nodes.ts';

const NOW = new Date('2026-03-01T12:05:00.000Z');
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
/** One node after a look. */
function look(node: Node, seen: Observation): Node {
  const [found] = observeNodes([node], seen, NOW).all;
  if (!found) throw new Error('the look lost its node');
  return found;
}

describe('a node that is being made', () => {
  const node = aNode();

  test('has its volumes and addresses from the server with its tag, not from one with its name', () => {
    expect(look(node, { servers: [serverOf(node)] })).toMatchObject({
      volumeIds: ['volume-1'],
      addresses: ['10.20.0.7'],
      version: 1,
    });
    expect(look(node, { servers: [serverOf(node, { tags: [node.spec.name] })] })).toBe(node);
  });

  test('becomes OK when Rancher says it is active, and only then (S0-191, R-9b-W7)', () => {
    expect(look(node, { rancherNodes: [inRancher(node)] })).toMatchObject({
      ...{ state: 'OK', runtimeState: 'active', backendId: 'c-m-1:machine-1' },
    });
    for (const state of ['registering', 'unavailable', 'provisioning', 'error', 'drained', '']) {
      expect(look(node, { rancherNodes: [inRancher(node, { state })] })).toMatchObject({
        state: 'CREATING',
        runtimeState: state,
      });
    }
  });

  test('is found in Rancher by its host name', () => {
    expect(look(node, { rancherNodes: [inRancher(node, { hostname: 'somebody-else' })] })).toBe(node);
  });

  test('is erred when its server is, with Nova’s own words', () => {
    const fault = 'No valid host was found.';
    expect(look(node, { servers: [serverOf(node, { status: 'ERROR', fault })] })).toMatchObject({
      state: 'ERRED',
      lastError: {
        ...{ code: 'RESOURCES_DEPLETED', owner: 'provider', retryable: true, at: NOW.toISOString() },
        message: `Server ${node.spec.name} is in ERROR: ${fault}`,
      },
    });
  });

  test.each([
    'Build of instance 1 aborted: VolumeSizeExceedsAvailableQuota: Requested volume exceeds allowed gigabytes quota.',
    'Build of instance 1 aborted: VolumeLimitExceeded: Maximum number of volumes allowed (10) exceeded',
    'Quota exceeded for cores: Requested 8',
  ])('whose server failed over a quota says so, for the customer can mend that: %s', (fault) => {
    const found = look(node, { servers: [serverOf(node, { status: 'ERROR', fault })] });
    expect(found.lastError).toMatchObject({ code: 'QUOTA_EXCEEDED', owner: 'user' });
  });

  test('keeps the first error it had', () => {
    const first = look(node, { servers: [serverOf(node, { status: 'ERROR', fault: 'one' })] });
    const again = look(first, { servers: [serverOf(node, { status: 'ERROR', fault: 'two' })] });
    expect(again.lastError?.message).toContain('one');
  });
});

describe('a node that is made', () => {
  const node = aNode({ state: 'OK', runtimeState: 'active', backendId: 'c-m-1:machine-1' });

  test.each(['unavailable', 'drained', 'cordoned'])('and %s now is unhealthy, not unmade (R-9b-W7)', (state) => {
    expect(look(node, { rancherNodes: [inRancher(node, { state })] })).toMatchObject({
      state: 'OK',
      runtimeState: state,
    });
  });

  test('and gone from Rancher keeps lifecycle and id, and has no health', () => {
    expect(look(node, { rancherNodes: [] })).toMatchObject({
      ...{ state: 'OK', runtimeState: '', backendId: 'c-m-1:machine-1' },
    });
  });

  test('is erred when its machine is, so that nobody waits for it in vain', () => {
    expect(look(node, { servers: [serverOf(node, { status: 'ERROR' })] })).toMatchObject({
      state: 'ERRED',
      lastError: { message: expect.stringContaining('the cloud gave no reason') },
    });
  });

  test('keeps the ids of volumes that a server before had, since nothing else tells whose they are', () => {
    const before = { ...node, volumeIds: ['volume-0'] };
    expect(look(before, { servers: [serverOf(node)] }).volumeIds).toEqual(['volume-0', 'volume-1']);
  });
});

describe('a look', () => {
  test.each<LifecycleState>(['DELETION_SCHEDULED', 'DELETING', 'ERRED'])(
    'does not call back a node that is %s',
    (state) => {
      const node = aNode({ state });
      const seen = { servers: [serverOf(node, { status: 'ERROR' })], rancherNodes: [inRancher(node)] };
      expect(look(node, seen).state).toBe(state);
    },
  );

  test('at one backend only leaves what the other said', () => {
    const node = aNode({ state: 'OK', runtimeState: 'active', addresses: ['10.20.0.7'], volumeIds: ['volume-1'] });
    expect(look(node, { servers: [serverOf(node)] }).runtimeState).toBe('active');
    expect(look(node, { rancherNodes: [inRancher(node)] }).addresses).toEqual(['10.20.0.7']);
  });

  test('before Nova has made anything does not blank what is known', () => {
    const node = aNode({ addresses: ['10.20.0.7'], volumeIds: ['volume-1'] });
    expect(look(node, { servers: [serverOf(node, { addresses: [], volumeIds: [] })] })).toBe(node);
  });

  test('names those that differ from their rows, and nothing differs by the order of labels', () => {
    const facts = { ...NO_FACTS, labels: { a: '1', b: '2' } };
    const fields = { state: 'OK', runtimeState: 'active', backendId: 'c-m-1:machine-1', facts } as const;
    const [same, other] = [aNode({ ...fields, spec: aNodeSpec({ name: 'same' }) }), aNode()];
    const rancherNodes = [
      inRancher(same, { facts: { ...NO_FACTS, labels: { b: '2', a: '1' } } }),
      inRancher(other, { state: 'registering' }),
    ];
    const { all, changed } = observeNodes([same, other], { rancherNodes }, NOW);
    expect(all[0]).toBe(same);
    expect(changed.map((node) => node.uuid)).toEqual([other.uuid]);
  });
});
