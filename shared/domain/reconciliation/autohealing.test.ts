import { describe, expect, test } from 'vitest';
import { aCluster, aNode, aNodeSpec, aUuid } from '#test/builders/builders';
import type { Cluster } from '../clusters/cluster.ts';
import type { Drift, DriftKind, MissingNode } from '../clusters/drift.ts';
import type { HealingTry } from '../clusters/healing-record.ts';
import type { Node } from '../nodes/node.ts';
import type { NodeRole } from '../planning/order-attributes.ts';
import { healingDecision, lostNodes } from './autohealing.ts';
import { healingPolicy } from './healing-policy.ts';

const POLICY = healingPolicy.parse({});
const NOW = new Date('2026-03-01T12:00:00.000Z');
const ago = (seconds: number): string => new Date(NOW.getTime() - seconds * 1000).toISOString();

const aMember = (name: string, role: NodeRole, fields: Partial<Node> = {}) =>
  aNode({ state: 'OK', runtimeState: 'active', spec: aNodeSpec({ name, role }), ...fields });
const six = () => [1, 2, 3].flatMap((n) => [aMember(`server-${n}`, 'server'), aMember(`agent-${n}`, 'agent')]);
const at = (nodes: readonly Node[], name: string) =>
  nodes.find(({ spec }) => spec.name === name) ?? expect.fail(`there is no ${name}`);
const drifts = (kind: DriftKind, { uuid, spec }: Node, seconds: number): Drift => ({
  ...{ kind, nodeUuid: uuid, name: spec.name, message: `${spec.name}: ${kind}`, since: ago(seconds) },
});
const gapOf = ({ uuid, spec }: Node, seconds = 0): MissingNode => ({
  ...{ uuid, name: spec.name, role: spec.role, spec, since: ago(seconds), reason: 'gone' },
});
const tried = ({ uuid: nodeUuid }: { uuid: string }, attempts: number, seconds: number): HealingTry => ({
  ...{ nodeUuid, attempts, at: ago(seconds) },
});
const decide = (nodes: readonly Node[], fields: Partial<Cluster>) =>
  healingDecision(aCluster({ state: 'OK', autohealing: true, ...fields }), nodes, POLICY, NOW);
const without = (nodes: readonly Node[], ...names: string[]) => nodes.filter(({ spec }) => !names.includes(spec.name));

describe('a lost node', () => {
  test('is replaced at once by an equal one', () => {
    const nodes = six();
    const gap = gapOf(at(nodes, 'server-2'));
    expect(decide(without(nodes, 'server-2'), { missingNodes: [gap] })).toEqual({
      heal: { kind: 'add', nodeUuid: gap.uuid, name: 'server-2', role: 'server', since: gap.since, gap },
    });
  });

  test('is left to its maker, if Paddock did not make its machine', () => {
    const nodes = six();
    const gap = gapOf(at(nodes, 'agent-2'));
    const foreign = { ...gap, spec: { ...gap.spec, flavorId: '', imageId: '' } };
    const drift = [drifts('NODE_MISSING', at(nodes, 'agent-2'), 0)];
    expect(decide(without(nodes, 'agent-2'), { drift, missingNodes: [foreign] })).toBeUndefined();
    expect(lostNodes({ drift, missingNodes: [foreign] })).toEqual(new Set());
    expect(lostNodes({ drift, missingNodes: [gap] })).toEqual(new Set([gap.uuid]));
  });

  test.each<[DriftKind, number, boolean]>([
    ['NODE_NOT_IN_RANCHER', 599, false],
    ['NODE_NOT_IN_RANCHER', 600, true],
    ['SERVER_IN_ERROR', 600, true],
    ['NODE_NOT_HEALTHY', 3599, false],
    ['NODE_NOT_HEALTHY', 3600, true],
    ['SERVER_NOT_FOUND', 100_000, false],
    ['NODE_UNKNOWN', 100_000, false],
  ])('%s for %i s: replaced is %s', (kind, seconds, isReplaced) => {
    const nodes = six();
    const [node, drift] = [at(nodes, 'agent-1'), [drifts(kind, at(nodes, 'agent-1'), seconds)]];
    const why = drift[0]?.message;
    const heal = { kind: 'replace', nodeUuid: node.uuid, name: 'agent-1', role: 'agent', since: ago(seconds), why };
    expect(decide(nodes, { drift })).toEqual(isReplaced ? { heal } : undefined);
  });

  test('is replaced one at a time: servers first, missing before unhealthy, then the longest lost', () => {
    const nodes = six();
    const [sick, lost] = [at(nodes, 'server-1'), gapOf(at(nodes, 'agent-1'), 900)];
    const drift = [drifts('NODE_NOT_IN_RANCHER', sick, 700)];
    const others = without(nodes, 'agent-1');
    expect(decide(others, { drift, missingNodes: [lost] })).toMatchObject({ heal: { name: 'server-1' } });
    const agents = [drifts('NODE_NOT_IN_RANCHER', at(nodes, 'agent-2'), 5000)];
    expect(decide(others, { drift: agents, missingNodes: [lost] })).toMatchObject({ heal: { name: 'agent-1' } });
    const longest = [...agents, drifts('SERVER_IN_ERROR', at(nodes, 'agent-3'), 6000)];
    expect(decide(nodes, { drift: longest })).toMatchObject({ heal: { name: 'agent-3' } });
  });
});

describe('no node is replaced', () => {
  const lost = () => {
    const nodes = six();
    return { nodes: without(nodes, 'agent-1'), missingNodes: [gapOf(at(nodes, 'agent-1'))] };
  };

  test('where it is off, as it is by default', () => {
    const { nodes, missingNodes } = lost();
    expect(healingDecision(aCluster({ state: 'OK', missingNodes }), nodes, POLICY, NOW)).toBeUndefined();
    expect(decide(nodes, { missingNodes, autohealing: false })).toBeUndefined();
  });

  test.each(['CREATING', 'UPDATING', 'DELETING', 'ERRED'] as const)('in a cluster that is %s', (state) => {
    const { nodes, missingNodes } = lost();
    expect(decide(nodes, { missingNodes, state })).toBeUndefined();
  });

  test('while a node is being changed', () => {
    const { nodes, missingNodes } = lost();
    const nodeOperations = [{ uuid: aUuid(), nodeUuid: aUuid(), machine: 'add-node' as const, since: ago(1) }];
    expect(decide(nodes, { missingNodes, nodeOperations })).toBeUndefined();
  });

  test.each(['QUORUM_LOST', 'CLUSTER_NOT_IN_RANCHER'] as const)('where people have to: %s', (kind) => {
    const { nodes, missingNodes } = lost();
    const drift: Drift[] = [{ kind, name: 'cluster-1', message: 'It is lost.', since: ago(1) }];
    expect(decide(nodes, { missingNodes, drift })).toEqual({ held: 'It is lost.' });
  });

  test('if more than 40 % are missing or unhealthy', () => {
    const nodes = six();
    const missingNodes = [gapOf(at(nodes, 'agent-1')), gapOf(at(nodes, 'agent-2'))];
    const left = without(nodes, 'agent-1', 'agent-2');
    expect(decide(left, { missingNodes })).toMatchObject({ heal: { name: 'agent-1' } });
    const drift = [drifts('NODE_NOT_HEALTHY', at(nodes, 'server-1'), 10)];
    const held = '3 of 6 nodes are missing or unhealthy. That is more than 40 %, so none is replaced automatically.';
    expect(decide(left, { missingNodes, drift })).toEqual({ held });
  });

  test('if an attempt left an erred node and more than 40 % are lost: that node counts neither as lost nor as there', () => {
    const nodes = six();
    const made = aMember('agent-4', 'agent', { state: 'ERRED' });
    const missingNodes = ['agent-1', 'agent-2', 'agent-3'].map((name) => gapOf(at(nodes, name)));
    const tries = [{ ...tried(missingNodes[0] ?? made, 1, 9000), madeUuid: made.uuid }];
    const left = [...without(nodes, 'agent-1', 'agent-2', 'agent-3'), made];
    expect(decide(left, { missingNodes, healing: { tries, held: '' } })).toEqual({
      held: expect.stringMatching(/^3 of 6 nodes/),
    });
  });
});

describe('after an attempt', () => {
  test.each([
    [1, 299, false],
    [1, 300, true],
    [2, 599, false],
    [2, 600, true],
  ])('no. %i, %i s ago, the next one starts: %s', (attempts, seconds, isHealed) => {
    const nodes = six();
    const gap = gapOf(at(nodes, 'agent-1'));
    const healing = { tries: [tried(gap, attempts, seconds)], held: '' };
    const decided = decide(without(nodes, 'agent-1'), { missingNodes: [gap], healing });
    expect(decided).toEqual(isHealed ? { heal: expect.objectContaining({ name: 'agent-1' }) } : undefined);
  });

  test('another node may be replaced', () => {
    const nodes = six();
    const gaps = ['agent-1', 'agent-2'].map((name, index) => gapOf(at(nodes, name), 10 - index));
    const healing = { tries: gaps.slice(0, 1).map((gap) => tried(gap, 1, 5)), held: '' };
    const left = without(nodes, 'agent-1', 'agent-2');
    expect(decide(left, { missingNodes: gaps, healing })).toMatchObject({ heal: { name: 'agent-2' } });
  });

  test('that was the third, it is left to operators', () => {
    const nodes = six();
    const gap = gapOf(at(nodes, 'agent-1'));
    const healing = { tries: [tried(gap, 3, 100_000)], held: '' };
    expect(decide(without(nodes, 'agent-1'), { missingNodes: [gap], healing })).toEqual({
      held: 'agent-1 could not be healed in 3 attempts.',
    });
  });
});

describe('a replacement of a lost node', () => {
  /**
   * Decides about a missing node that is itself a replacement. Autohealing created this replacement `seconds` ago, as
   * attempt number `attempts` for the first node. The replacement was lost `lastedSeconds` after its creation.
   */
  const again = (attempts: number, seconds: number, lastedSeconds: number) => {
    const nodes = six();
    const gap = gapOf(at(nodes, 'agent-1'), seconds - lastedSeconds);
    const tries = [{ ...tried({ uuid: aUuid() }, attempts, seconds), madeUuid: gap.uuid }];
    return decide(without(nodes, 'agent-1'), { missingNodes: [gap], healing: { tries, held: '' } });
  };
  const heals = { heal: expect.objectContaining({ name: 'agent-1' }) };

  test('and is lost soon counts as a further attempt: the pause continues', () => {
    expect(again(2, 599, 590)).toBeUndefined();
    expect(again(2, 600, 590)).toEqual(heals);
  });

  test.each([
    [7199, { held: 'agent-1 could not be healed in 3 attempts.' }],
    [7200, heals],
  ])('and is lost %i s after the third attempt for the first node', (lastedSeconds, decided) => {
    expect(again(3, 100_000, lastedSeconds)).toEqual(decided);
  });

  test('counts with the others while it is there: an attempt failed only if its node’s place is still empty', () => {
    const nodes = six();
    const sick = at(nodes, 'agent-1');
    const erred = nodes.map((node) => (node === sick ? { ...node, state: 'ERRED' as const } : node));
    const tries = [{ ...tried({ uuid: aUuid() }, 1, 9000), madeUuid: sick.uuid }];
    const drift = [drifts('SERVER_IN_ERROR', sick, 700), drifts('NODE_NOT_HEALTHY', at(nodes, 'agent-2'), 700)];
    const missingNodes = [gapOf(at(nodes, 'agent-3'))];
    const left = without(erred, 'agent-3');
    expect(decide(left, { drift, missingNodes, healing: { tries, held: '' } })).toEqual({
      held: expect.stringMatching(/^3 of 6 nodes/),
    });
  });
});

describe('at a time of its own', () => {
  const nodes = six();
  const lost = () => ({ missingNodes: [gapOf(at(nodes, 'agent-2'))] });
  const during = (begin: string, end: string, fields: Partial<Cluster> = {}) => {
    const maintenance = { begin, end, timeZone: 'UTC' };
    const timetable = { schedules: [], handledUntil: ago(0), maintenance };
    return decide(without(nodes, 'agent-2'), { ...lost(), timetable, ...fields });
  };

  test('a node is replaced in the maintenance window', () => {
    expect(during('11:00', '13:00')).toMatchObject({ heal: { name: 'agent-2' } });
  });

  test('a node waits for the window, and the cluster says so', () => {
    expect(during('22:00', '02:00')).toEqual({
      held: 'agent-2 is replaced in the maintenance window, from 22:00 (UTC).',
    });
  });

  test('nothing is done with a hibernated cluster', () => {
    const hibernation = { status: 'HIBERNATED' as const, since: ago(0), drained: [] };
    expect(during('11:00', '13:00', { hibernation })).toBeUndefined();
  });
});
