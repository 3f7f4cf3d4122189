import type { Cluster } from '#shared/domain/clusters/cluster';
import { type Node, summaryOf } from '#shared/domain/nodes/node';
import type { ClusterObservation } from '#shared/domain/nodes/observe-nodes';
import { clusterTag, nodeTag } from '#shared/domain/planning/naming';
import { compareCluster, type WholeObservation } from '#shared/domain/reconciliation/compare-cluster';
import { aCluster, aNode, aNodeSpec, aUuid } from './builders/builders.ts';

export const NOW = new Date('2026-05-04T10:00:00.000Z');
export const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString();
export const TENANT = aUuid();
export const REMOTE = {
  state: 'active',
  kubernetesVersion: 'v1.31.7+rke2r1',
  capacity: { cpu: '8' },
  requested: { cpu: '1' },
};
const FIGURES = { ...REMOTE, runtimeState: REMOTE.state };

function aNodeOf(cluster: Cluster, name: string, role: 'server' | 'agent', fields: Partial<Node> = {}): Node {
  const spec = aNodeSpec({ name, role, tenantUuid: TENANT });
  const seen = { runtimeState: 'active', instanceId: `vm-${name}`, backendId: `c-m-1:${name}` };
  return aNode({ clusterUuid: cluster.uuid, state: 'OK', ...seen, spec, ...fields });
}
export type Made = { cluster: Cluster; nodes: Node[]; observation: WholeObservation };

/** A cluster with its nodes, and an observation that shows no difference from the records. */
export function made(servers: number, agents: number, fields: Partial<Cluster> = {}): Made {
  const { state: _, ...figures } = FIGURES;
  const bare = aCluster({ state: 'OK', backendId: 'c-m-1', ...figures, ...fields });
  const names = (count: number, role: 'server' | 'agent') =>
    Array.from({ length: count }, (_none, index) => aNodeOf(bare, `${role}-${index + 1}`, role));
  const nodes = [...names(servers, 'server'), ...names(agents, 'agent')];
  const cluster = { ...bare, nodes: nodes.map(summaryOf) };
  return { cluster, nodes, observation: observationOf(nodes) };
}
export const serverOf = ({ uuid, clusterUuid, instanceId, volumeIds, addresses }: Node) => ({
  ...{ id: instanceId, status: 'ACTIVE', tags: [nodeTag(uuid), clusterTag(clusterUuid)], volumeIds, addresses },
});
const inRancher = ({ spec, backendId, facts }: Node) => ({
  ...{ id: backendId, hostname: spec.name, state: 'active', facts },
  roles: spec.role === 'server' ? (['etcd', 'controlplane'] as const) : (['worker'] as const),
});
export function observationOf(nodes: readonly Node[], without: readonly string[] = []): ClusterObservation {
  const listed = nodes.filter(({ spec }) => !without.includes(spec.name)).map(serverOf);
  return { remote: REMOTE, rancherNodes: nodes.map(inRancher), servers: new Map([[TENANT, listed]]) };
}
export const compare = ({ cluster, nodes, observation }: Made, now = NOW) =>
  compareCluster({ cluster, nodes }, observation, now);
export const kinds = ({ drift }: Cluster) => drift.map(({ kind }) => kind);
export const namesOf = (nodes: readonly Node[]) => nodes.map(({ spec }) => spec.name);
