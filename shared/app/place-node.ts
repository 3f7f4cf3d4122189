import type { Cluster } from '../domain/cluster.ts';
import type { Uuid } from '../domain/identifier.ts';
import { completeNode, madeFor } from '../domain/managed/complete-node.ts';
import type { OfferedCloud } from '../domain/managed/offered-cloud.ts';
import { placeAddedNode } from '../domain/managed/place-added-node.ts';
import type { UnnamedNode } from '../domain/managed/plan-added-node.ts';
import { nextNodeName } from '../domain/naming.ts';
import { stayingNodes } from '../domain/node-replacement.ts';
import type { NodeSpec } from '../domain/node-spec.ts';
import type { PluginOptions } from '../domain/plugin-options.ts';
import { changed } from '../domain/record.ts';
import type { Write } from '../ports/store.ts';
import type { RecordDeps } from './order-deps.ts';

/** The node's spec on the records as they are at this moment, and what else is written for it. */
export type Placing = (cluster: Cluster, nodeUuid: Uuid, now: Date) => Promise<{ spec: NodeSpec; writes: Write[] }>;

type InCluster = Pick<NodeSpec, 'role' | 'roles'>;
/** What it is to do in Rancher's cluster, beside those that stay there. */
type Joining = <S extends InCluster>(added: S, others: readonly InCluster[]) => S;

type PlannedMachine = { machine: UnnamedNode; tenantUuid: Uuid; cloud: OfferedCloud; options: PluginOptions };

/** Its tenant was made for the cluster: it gets its place there. */
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

/** Its tenant is its owner's. */
export const inOwnedTenant =
  ({ store }: RecordDeps, { spec, takenNames }: PlannedSpec, join: Joining): Placing =>
  async (cluster) => {
    const nodes = await store.nodes.listByCluster(cluster.uuid);
    const taken = new Set([...takenNames, ...nodes.map((node) => node.spec.name)]);
    const others = stayingNodes(cluster, nodes).map((node) => node.spec);
    const name = nextNodeName(cluster.name, spec.role, taken);
    return { spec: join({ ...spec, name }, others), writes: [] };
  };
