import { dataOf, newestNodes } from '@paddock/client';
import type { Session } from '../config/session.ts';
import type { ClusterDetail } from '../find/find-cluster.ts';
import type { NodeGroup, Parts, Pool } from '../find/read-parts.ts';
import { addNodes, deleteNodes, type Node } from './change-nodes.ts';
import type { Group, Role, Target } from './scale-targets.ts';

/** A group, and the functions that change its number of machines. */
export type Scalable = Group & { scaler: Scaler };
type Scaler = {
  /** Returns the steps of the change, without making the change. */
  plan(session: Session, count: number): Promise<Step[]>;
  /**
   * Starts the change. For single nodes, returns the uuids of the new and deleted nodes. The state of the cluster stays
   * OK during this change, so only the nodes show the progress. For pools and node groups, returns empty lists.
   */
  run(session: Session, count: number): Promise<Changed>;
};
export type Changed = { made: string[]; deleted: string[] };
const WITH_CLUSTER: Changed = { made: [], deleted: [] };

/** Lists everything in a cluster that can be scaled. */
export function scalablesOf(cluster: ClusterDetail, { pools, node_groups }: Parts): Scalable[] {
  if (pools.length > 0) return pools.map((pool) => ofPool(cluster, pool));
  if (node_groups.length > 0) return node_groups.map((group) => ofNodeGroup(cluster, group));
  return [ofNodes(cluster, 'servers', 'server'), ofNodes(cluster, 'agents', 'agent')];
}

type Step = { kind: string; count: number; machines: string[]; like?: string };
/** The steps by which a group would change. */
export type GroupPlan = { name: string; from: number; to: number; steps: Step[] };

export const planOf = async (session: Session, { group, count }: Target<Scalable>): Promise<GroupPlan> => ({
  ...{ name: group.name, from: group.count, to: count },
  steps: await group.scaler.plan(session, count),
});

export const planLines = ({ name, from, to, steps }: GroupPlan): string[] => [
  `${name}: ${from} to ${to}`,
  ...steps.map(stepLine),
];
const stepLine = ({ kind, count, machines, like }: Step): string =>
  `  ${kind} ${count}${machines.length === 0 ? '' : `: ${machines.join(', ')}`}${like === undefined ? '' : ` like ${like}`}`;

function ofPool({ uuid }: ClusterDetail, { uuid: pool, name, quantity, roles }: Pool): Scalable {
  const call = ({ api }: Session, count: number, dry_run: boolean) =>
    dataOf(
      api.POST('/api/rancher-clusters/{uuid}/pools/{pool}/scale/', {
        ...{ params: { path: { uuid, pool }, query: { dry_run } }, body: { quantity: count } },
      }),
    );
  return {
    ...{ name, count: quantity, roles: rolesOf(roles) },
    scaler: {
      plan: async (session, count) => (await call(session, count, true)).steps,
      run: async (session, count) => call(session, count, false).then(() => WITH_CLUSTER),
    },
  };
}

const rolesOf = (roles: readonly string[]): Role[] => [
  ...(roles.includes('controlplane') || roles.includes('etcd') ? (['servers'] as const) : []),
  ...(roles.includes('worker') ? (['agents'] as const) : []),
];

function ofNodeGroup({ uuid }: ClusterDetail, { name, role, node_count }: NodeGroup): Scalable {
  const call = ({ api }: Session, count: number, dry_run: boolean) =>
    dataOf(
      api.POST('/api/rancher-clusters/{uuid}/resize/', {
        ...{ params: { path: { uuid }, query: { dry_run } }, body: { node_count: count, nodegroup: name } },
      }),
    );
  return {
    ...{ name, count: node_count, roles: [role === 'master' ? 'servers' : 'agents'] },
    scaler: {
      plan: async (session, count) => (await call(session, count, true)).steps,
      run: async (session, count) => call(session, count, false).then(() => WITH_CLUSTER),
    },
  };
}

function ofNodes(cluster: ClusterDetail, name: Role, role: Node['role']): Scalable {
  const nodes = cluster.nodes.filter((node) => node.role === role);
  return {
    ...{ name, count: nodes.length, roles: [name] },
    scaler: {
      plan: async (_session, count) => nodeSteps(nodes, count - nodes.length),
      run: async (session, count) =>
        count > nodes.length
          ? { made: await addNodes(session, cluster, nodes, count - nodes.length), deleted: [] }
          : { made: [], deleted: await deleteNodes(session, newestNodes(nodes, nodes.length - count)) },
    },
  };
}

function nodeSteps(nodes: readonly Node[], more: number): Step[] {
  const [copied] = newestNodes(nodes, 1);
  const deleted = newestNodes(nodes, -more).map(({ name }) => name);
  return more < 0
    ? [{ kind: 'delete', count: -more, machines: deleted }]
    : [{ kind: 'create', count: more, machines: [], ...(copied !== undefined && { like: copied.name }) }];
}
