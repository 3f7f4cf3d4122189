import { describe, expect, test } from 'vitest';
import { Conflict } from '#shared/errors';
import { refusalOf } from '#test/refusal-of';
import { assertUpgradable, type RunningNode, type UpgradeFacts } from './check-upgrade.ts';

const [OLD, PATCH, NEW, TWO_ON] = ['v1.31.7+rke2r1', 'v1.31.9+rke2r1', 'v1.32.3+rke2r1', 'v1.33.0+rke2r1'];
const node = (name: string, fields: Partial<RunningNode> = {}): RunningNode => ({
  ...{ uuid: name, spec: { name, role: name.startsWith('s') ? 'server' : 'agent' } },
  ...{ state: 'OK', runtimeState: 'active', version: OLD, ...fields },
});
const standing = (fields: Partial<UpgradeFacts> = {}): UpgradeFacts => ({
  cluster: { version: OLD, state: 'active', message: '' },
  nodes: [node('s1'), node('s2'), node('s3'), node('a1')],
  ...{ missing: [], offered: ['v1.30.11+rke2r1', OLD, PATCH, NEW, TWO_ON], ...fields },
});
const withNode = (changed: RunningNode): UpgradeFacts => {
  const facts = standing();
  return { ...facts, nodes: facts.nodes.map((one) => (one.uuid === changed.uuid ? changed : one)) };
};
const refusal = (to: string, facts: UpgradeFacts) => refusalOf(() => assertUpgradable(to, facts));

describe('a release', () => {
  test.each([PATCH, NEW])('%s is possible', (to) => {
    expect(() => assertUpgradable(to, standing())).not.toThrow();
  });

  test.each<[string, string, Partial<UpgradeFacts>]>([
    ['v1.32', 'Enter a version as Rancher writes it, such as v1.31.7+rke2r1.', {}],
    [OLD, `The cluster runs ${OLD} already.`, {}],
    ['v1.30.11+rke2r1', `The cluster runs ${OLD}, and cannot be downgraded.`, {}],
    [TWO_ON, `Upgrade by one minor version at a time. The cluster runs ${OLD}, so upgrade it to v1.32 first.`, {}],
    [
      'v2.32.0+rke2r1',
      `Upgrade by one minor version at a time. The cluster runs ${OLD}, so upgrade it to v1.32 first.`,
      {},
    ],
    ['v1.32.3+k3s1', `The cluster runs ${OLD}. v1.32.3+k3s1 is of another Kubernetes distribution.`, {}],
    ['v1.32.9+rke2r1', `Rancher does not offer v1.32.9+rke2r1. It offers ${NEW}.`, {}],
  ])('%s is not: %s (S0-421)', (to, said, fields) => {
    expect(refusal(to, standing(fields))).toEqual({ kubernetes_version: [said] });
  });

  test('is not refused when Rancher shows nothing of it', () => {
    expect(() => assertUpgradable('v1.32.9+rke2r1', standing({ offered: [] }))).not.toThrow();
  });
});

describe('a node in an older version', () => {
  test.each<[string, string, string | undefined]>([
    ['a1', 'v1.29.1+rke2r1', undefined],
    ['a1', 'v1.28.1+rke2r1', 'Node a1 runs v1.28.1+rke2r1: an agent may be at most 3 minor versions behind.'],
    ['s2', 'v1.30.1+rke2r1', 'Node s2 runs v1.30.1+rke2r1: a server may be at most 1 minor version behind.'],
    ['a1', TWO_ON, `Node a1 runs ${TWO_ON}, which is newer than the requested release.`],
    ['a1', '', 'Node a1 has not reported its version.'],
  ])('%s with "%s" (S0-421)', (name, version, said) => {
    const facts = withNode(node(name, { version }));
    if (said === undefined) expect(() => assertUpgradable(NEW, facts)).not.toThrow();
    else expect(refusal(NEW, facts)).toEqual({ kubernetes_version: [said] });
  });

  test('is named with all others', () => {
    const nodes = [node('s1'), node('a1', { version: '' }), node('a2', { version: TWO_ON })];
    expect(refusal(NEW, standing({ nodes }))).toEqual({
      kubernetes_version: [expect.stringContaining('a1'), expect.stringContaining('a2')],
    });
  });
});

describe('a degraded cluster', () => {
  const degraded = (what: string) => `The cluster is degraded, but every node has to be active: ${what}.`;
  test.each<[string, UpgradeFacts]>([
    [degraded('server s2 is unavailable'), withNode(node('s2', { runtimeState: 'unavailable' }))],
    [degraded('agent a1 is cordoned'), withNode(node('a1', { runtimeState: 'cordoned' }))],
    [degraded('server s3 is not in Rancher'), withNode(node('s3', { runtimeState: '' }))],
    [degraded('agent a1 is ERRED'), withNode(node('a1', { state: 'ERRED' }))],
    [
      degraded('server s4 is missing: its server vanished'),
      standing({ missing: [{ name: 's4', role: 'server', reason: 'its server vanished' }] }),
    ],
    [
      'Rancher says that the cluster is updating: rotating certificates.',
      standing({ cluster: { version: OLD, state: 'updating', message: 'rotating certificates' } }),
    ],
    [
      'Paddock cannot read the version that Rancher reports for the cluster: "".',
      standing({ cluster: { version: '', state: 'active', message: '' } }),
    ],
  ])('is refused: %s', (said, facts) => {
    expect(() => assertUpgradable(NEW, facts)).toThrow(new Conflict(said));
  });

  test('except for a lost agent: all nodes that exist are active', () => {
    const missing = [{ name: 'a2', role: 'agent' as const, reason: 'its server vanished' }];
    expect(() => assertUpgradable(NEW, standing({ missing }))).not.toThrow();
  });

  test('continues with the interrupted upgrade, and with no other', () => {
    const facts = { ...withNode(node('s2', { runtimeState: 'draining' })), pending: { to: NEW, isTaken: true } };
    expect(() => assertUpgradable(NEW, facts)).not.toThrow();
    expect(refusal(PATCH, facts)).toEqual({
      kubernetes_version: [`Rancher has already begun the upgrade to ${NEW}. Request ${NEW} again to finish it first.`],
    });
  });

  test('may get another release if Rancher never accepted the first, or stay at its own', () => {
    const pending = { to: 'v1.31.99+rke2r1', isTaken: false };
    for (const to of [pending.to, PATCH, NEW, OLD]) {
      expect(() => assertUpgradable(to, standing({ pending }))).not.toThrow();
    }
    expect(refusal(TWO_ON, standing({ pending }))).toEqual({
      kubernetes_version: [expect.stringContaining('Upgrade by one minor version at a time')],
    });
    const facts = { ...withNode(node('s2', { runtimeState: 'draining' })), pending };
    expect(() => assertUpgradable(PATCH, facts)).toThrow(Conflict);
  });
});
