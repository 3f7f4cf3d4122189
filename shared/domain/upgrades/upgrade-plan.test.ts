import { expect, test } from 'vitest';
import { type ClusterUpgrade, DEFAULT_DRAIN } from '../clusters/cluster-upgrade.ts';
import type { DrainSettings } from '../planning/pools/drain-settings.ts';
import type { RancherRole } from '../planning/rancher-role.ts';
import type { RunningNode } from './check-upgrade.ts';
import { planUpgrade } from './upgrade-plan.ts';

const [OLD, NEW] = ['v1.31.7+rke2r1', 'v1.32.3+rke2r1'];
const node = (name: string, role: 'server' | 'agent', roles?: RancherRole[]): RunningNode => ({
  ...{ uuid: name, state: 'OK', runtimeState: 'active', version: OLD },
  spec: { name, role, roles },
});
const upgrade = (drain: Partial<DrainSettings> = {}): ClusterUpgrade => ({
  ...{ from: OLD, to: NEW, workerConcurrency: 1, upgradedNodes: 0 },
  drain: { ...DEFAULT_DRAIN, ...drain },
});
const facts = (nodes: RunningNode[], offered = [NEW]) => ({
  cluster: { version: OLD, state: 'active', message: '' },
  ...{ nodes, missing: [], offered },
});
const SERVERS = ['s1', 's2', 's3'].map((name) => node(name, 'server'));

test('members of etcd are first, then other servers, then agents, each by name (S0-420)', () => {
  const nodes = [
    ...[node('a10', 'agent'), node('s4', 'server', ['controlplane']), node('a2', 'agent')],
    ...[node('s2', 'server'), node('s1', 'server', ['etcd', 'controlplane'])],
  ];
  const { nodes: inTurn } = planUpgrade(upgrade(), facts(nodes));
  expect(inTurn.map(({ spec }) => spec.name)).toEqual(['s1', 's2', 's4', 'a2', 'a10']);
});

const LOST = 'Data in emptyDir volumes will be lost.';
test.each<[string, RunningNode[], Partial<DrainSettings>, string[]]>([
  ['three servers and two agents', [...SERVERS, node('a1', 'agent'), node('a2', 'agent')], {}, [LOST]],
  [
    'one server and one agent',
    [node('s1', 'server'), node('a1', 'agent')],
    {},
    [
      "The cluster's API does not answer while its only server is upgraded.",
      'Only one node runs workloads: while it is drained, they cannot run elsewhere.',
      LOST,
    ],
  ],
  [
    'no drain',
    [...SERVERS, node('a1', 'agent')],
    { enabled: false },
    ['Workloads are not moved: they stop while their node is upgraded.'],
  ],
  [
    'a gentle drain',
    [...SERVERS, node('a1', 'agent'), node('a2', 'agent')],
    { force: false, deleteEmptyDirData: false },
    [
      'A pod without a controller stops the upgrade at its node.',
      'A pod with an emptyDir volume stops the upgrade at its node.',
    ],
  ],
])('users are warned about %s', (_, nodes, drain, said) => {
  expect(planUpgrade(upgrade(drain), facts(nodes)).warnings).toEqual(said);
});

test('… and of a Rancher that does not list what it can install', () => {
  const { warnings } = planUpgrade(upgrade(), facts([...SERVERS, node('a1', 'agent'), node('a2', 'agent')], []));
  expect(warnings).toContain('Rancher does not list the versions that it can install.');
});
