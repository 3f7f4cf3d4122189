import type { Uuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { completeNode, madeFor } from '#shared/domain/infrastructure/managed-plan/complete-node';
import { placeAddedNode } from '#shared/domain/infrastructure/managed-plan/place-added-node';
import type { UnnamedNode } from '#shared/domain/infrastructure/managed-plan/plan-added-node';
import type { OfferedCloud } from '#shared/domain/infrastructure/offered-cloud';
import { stayingNodes } from '#shared/domain/nodes/node-replacement';
import { nextNodeName } from '#shared/domain/planning/naming';
import type { NodeSpec } from '#shared/domain/planning/node-spec';
import type { PluginOptions } from '#shared/domain/providers/plugin-options';
import type { Write } from '#shared/ports/store';
import type { RecordDeps } from './order-deps.ts';

/**
 * Plans the node's spec from the current records. `writes` must be committed together with the node. For example, one
 * of the writes puts the node into the tenant's record.
 */
export type Placing = (cluster: Cluster, nodeUuid: Uuid, now: Date) => Promise<{ spec: NodeSpec; writes: Write[] }>;

type InCluster = Pick<NodeSpec, 'role' | 'roles'>;
/**
 * Gives the new node its roles. The roles depend on `others`: the nodes that are neither being deleted nor replaced.
 */
type Joining = <S extends InCluster>(added: S, others: readonly InCluster[]) => S;

type PlannedMachine = { machine: UnnamedNode; tenantUuid: Uuid; cloud: OfferedCloud; options: PluginOptions };

/** Places a node in a tenant that was created for the cluster, and adds the node to the record of this tenant. */
export const inMadeTenant =
  ({ store }: RecordDeps, { cloud, options, tenantUuid, machine }: PlannedMachine, join: Joining): Placing =>
  async (cluster, nodeUuid, now) => {
    const { uuid: clusterUuid, name: clusterName } = cluster;
    const [tenants, nodes] = await Promise.all([
      store.clusterTenants.listByCluster(clusterUuid),
      store.nodes.listByCluster(clusterUuid),
    ]);
    const tenant = await store.clusterTenants.get(clusterUuid, tenantUuid);
    const takenNames = nodes.map(({ spec }) => spec.name);
    const staying = new Set(stayingNodes(cluster, nodes).map(({ spec }) => spec.name));
    const isGoing = ({ name }: { name: string }) => takenNames.includes(name) && !staying.has(name);
    const others = tenants.flatMap((item) => item.nodes).filter((item) => !isGoing(item));
    const place = { clusterName, cloud, options, tenants, tenant, takenNames };
    const placed = placeAddedNode(join(machine, others), nodeUuid, place);
    const { uuid: _, ...spec } = placed.node;
    const writes = [store.clusterTenants.replace(changed(tenant, now, placed.tenant))];
    return { spec: completeNode(spec, madeFor(tenant, spec)), writes };
  };

type PlannedSpec = { spec: NodeSpec; takenNames: readonly string[] };

/** Places a node in a tenant that the customer owns. */
export const inOwnedTenant =
  ({ store }: RecordDeps, { spec, takenNames }: PlannedSpec, join: Joining): Placing =>
  async (cluster) => {
    const nodes = await store.nodes.listByCluster(cluster.uuid);
    const taken = new Set([...takenNames, ...nodes.map((node) => node.spec.name)]);
    const others = stayingNodes(cluster, nodes).map((node) => node.spec);
    const name = nextNodeName(cluster.name, spec.role, taken);
    return { spec: join({ ...spec, name }, others), writes: [] };
  };
