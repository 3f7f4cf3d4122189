import type { Uuid } from '#shared/domain/_core/identifier';
import { nextNodeName } from '#shared/domain/planning/naming';
import type { PluginOptions } from '#shared/domain/providers/plugin-options';
import { Invalid } from '#shared/errors';
import type { ClusterTenant } from '../cluster-tenant.ts';
import { MAX_NODES_PER_TENANT } from '../networks/node-network.ts';
import type { OfferedCloud } from '../offered-cloud.ts';
import { expandedLimits } from './expanded-quotas.ts';
import type { UnnamedNode } from './plan-added-node.ts';
import { machineCountsOf } from './tenant-count-quotas.ts';
import { addLimits, limitProblem, limitsOfMachine, type TenantLimits } from './tenant-quotas.ts';

/** The recorded facts about the cluster, read right before the node is written. */
export type AddedNodePlace = {
  clusterName: string;
  cloud: OfferedCloud;
  options: PluginOptions;
  tenants: readonly ClusterTenant[];
  tenant: ClusterTenant;
  /** Names of the cluster's existing nodes. */
  takenNames: readonly string[];
};

type Counting = Pick<OfferedCloud, 'storageMode' | 'defaultVolumeType'>;

/**
 * Gives a new node the next free name of its role. Returns the node, and the new plan and limits of its tenant. Throws
 * Invalid if the network has no free address, or if the offering's maximum would be exceeded.
 */
export function placeAddedNode(
  added: UnnamedNode,
  uuid: Uuid,
  place: AddedNodePlace,
): { node: ClusterTenant['nodes'][number]; tenant: Pick<ClusterTenant, 'nodes' | 'limits' | 'counts'> } {
  const { clusterName, cloud, tenant, tenants, takenNames } = place;
  if (tenant.nodes.length >= MAX_NODES_PER_TENANT) {
    const text = `The network of tenant ${tenant.name} is full: it has room for ${MAX_NODES_PER_TENANT} nodes.`;
    throw new Invalid({ tenant: [text] });
  }
  // A machine counts as soon as it is planned, even if it is not created yet
  // (docs/spec/orders.md#limits-grow-with-a-node).
  const used = addLimits([tenant.loadBalancer, ...tenant.nodes].map((machine) => limitsOfMachine(machine, cloud)));
  const limits = expandedLimits(tenant.limits, used, limitsOfMachine(added, cloud)) ?? tenant.limits;
  const all = place.tenants.map((item) => (item.uuid === place.tenant.uuid ? limits : item.limits));
  const problem = limitProblem(all, place.options);
  if (problem !== undefined) throw new Invalid({ non_field_errors: [problem] });

  const planned = tenants.flatMap(({ nodes }) => nodes.map(({ name }) => name));
  const name = nextNodeName(clusterName, added.role, new Set([...takenNames, ...planned]));
  const node = { ...added, name, uuid };
  const nodes = [...tenant.nodes, node];
  return { node, tenant: { nodes, limits, counts: { ...tenant.counts, ...machineCountsOf({ ...tenant, nodes }) } } };
}

const isNode =
  (name: string) =>
  (node: ClusterTenant['nodes'][number]): boolean =>
    node.name === name;

/**
 * The tenant's limits after a node was removed. Each limit is lowered by the node's usage, but never below the usage of
 * the other machines. A limit of -1 means unlimited and does not change.
 */
function narrowedLimits(limits: TenantLimits, freed: TenantLimits, used: TenantLimits): TenantLimits {
  const [allowed, given, taken]: Readonly<Record<string, number | undefined>>[] = [limits, freed, used];
  const narrower = Object.entries(given ?? {}).flatMap(([key, amount = 0]) => {
    const limit = allowed?.[key];
    if (limit === undefined || limit < 0) return [];
    return [[key, Math.min(limit, Math.max(limit - amount, taken?.[key] ?? 0))] as const];
  });
  return { ...limits, ...Object.fromEntries(narrower) };
}

/**
 * The tenant's plan and limits after a node was removed. The node may have been added by `placeAddedNode`, or may be a
 * part of the order.
 * @param cloud says how volumes are counted. If undefined, the limits do not change
 */
export function withoutNode(
  tenant: ClusterTenant,
  nodeName: string,
  cloud: Counting | undefined,
): Pick<ClusterTenant, 'nodes' | 'limits' | 'counts'> {
  const leaving = tenant.nodes.find(isNode(nodeName));
  const nodes = tenant.nodes.filter((node) => !isNode(nodeName)(node));
  const counts = { ...tenant.counts, ...machineCountsOf({ ...tenant, nodes }) };
  if (!leaving || !cloud) return { nodes, counts, limits: tenant.limits };
  const used = addLimits([tenant.loadBalancer, ...nodes].map((machine) => limitsOfMachine(machine, cloud)));
  return { nodes, counts, limits: narrowedLimits(tenant.limits, limitsOfMachine(leaving, cloud), used) };
}
