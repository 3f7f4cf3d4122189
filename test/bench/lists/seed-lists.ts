import type { Uuid } from '#shared/domain/_core/identifier';
import { newRecord } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Store, Write } from '#shared/ports/store';
import { aCluster, aNode, anOrder, aResource, aUuid } from '#test/builders/builders';

/** The owner of the clusters and their orders, and the clusters that the cases look up. */
export type Tenancy = {
  customerUuid: Uuid;
  projectUuids: readonly Uuid[];
  settingsUuid: Uuid;
  offeringUuid: Uuid;
  /** The first cluster, which has many nodes; `resourceUuid` is its resource. */
  wideClusterUuid: Uuid;
  resourceUuid: Uuid;
};
export const newTenancy = (projects: number): Tenancy => ({
  customerUuid: aUuid(),
  projectUuids: Array.from({ length: projects }, aUuid),
  ...{ settingsUuid: aUuid(), offeringUuid: aUuid(), wideClusterUuid: aUuid(), resourceUuid: aUuid() },
});

/** A transaction holds 25 rows. Three of them are the totals: overall, per customer, and per project. */
const CLUSTERS_PER_COMMIT = 22;
const FIRST_CREATED_MS = Date.parse('2026-01-01T00:00:00.000Z');
const MINUTE_MS = 60_000;
const WIDE_NODES = 100;
/** Of a hundred clusters, one has failed and one is being created. Operators filter for these states. */
const STATES = {
  rest: { cluster: 'OK', resource: 'OK', order: 'done' },
  50: { cluster: 'ERRED', resource: 'Erred', order: 'erred' },
  51: { cluster: 'CREATING', resource: 'Creating', order: 'executing' },
} as const;
const statesOf = (index: number) =>
  index % 100 === 50 || index % 100 === 51 ? STATES[index % 100 === 50 ? 50 : 51] : STATES.rest;

const summary = (cluster: string, role: 'server' | 'agent', ordinal: number) => ({
  uuid: aUuid(),
  name: `${cluster}-${role}-${ordinal}`,
  role,
  state: 'OK' as const,
  runtimeState: 'active',
  backendId: `c-m-abcdefgh:machine-${aUuid().slice(0, 12)}`,
});

type Seeded = { tenancy: Tenancy; index: number; projectUuid: Uuid };
const createdAt = (index: number) => new Date(FIRST_CREATED_MS + index * MINUTE_MS);
const placeOf = ({ tenancy: { customerUuid, offeringUuid }, projectUuid }: Seeded) => ({
  ...{ customerUuid, projectUuid, offeringUuid },
});

/** A cluster with three servers and three agents, in the state after its creation. */
function seededCluster(seeded: Seeded, uuid: Uuid): Cluster {
  const { index, tenancy } = seeded;
  const name = `cluster-${index}`;
  const ordinals = [1, 2, 3];
  return aCluster({
    ...newRecord(uuid, createdAt(index)),
    ...placeOf(seeded),
    name,
    settingsUuid: tenancy.settingsUuid,
    description: 'For the analysts of the northern branch',
    state: statesOf(index).cluster,
    runtimeState: 'active',
    backendId: `c-m-${index}`,
    accessUrl: 'https://rancher.example.org/dashboard/c/c-m-abcdefgh',
    capacity: { cpu: '24', memory: '47104Mi', pods: '660' },
    requested: { cpu: '3150m', memory: '2440Mi', pods: '41' },
    nodes: [
      ...ordinals.map((ordinal) => summary(name, 'server', ordinal)),
      ...ordinals.map((ordinal) => summary(name, 'agent', ordinal)),
    ],
  });
}

function seededRecords(store: Store, seeded: Seeded): Record<'cluster' | 'resource' | 'order', Write> {
  const { index, tenancy } = seeded;
  const clusterUuid = index === 0 ? tenancy.wideClusterUuid : aUuid();
  const resourceUuid = index === 0 ? tenancy.resourceUuid : aUuid();
  const [place, created, states] = [placeOf(seeded), createdAt(index), statesOf(index)];
  const of = { ...place, clusterUuid, name: `cluster-${index}` };
  const resource = aResource({ ...newRecord(resourceUuid, created), ...of, state: states.resource });
  const order = anOrder({ ...newRecord(aUuid(), created), ...of, resourceUuid, state: states.order });
  return {
    cluster: store.clusters.insert(seededCluster(seeded, clusterUuid)),
    resource: store.resources.insert(resource),
    order: store.orders.insert(order),
  };
}

async function seedNodes(store: Store, { customerUuid, projectUuids: [projectUuid = ''], wideClusterUuid }: Tenancy) {
  for (let index = 0; index < WIDE_NODES; index += 20) {
    const nodes = Array.from({ length: 20 }, (_, at) =>
      aNode({
        ...newRecord(aUuid(), createdAt(index + at)),
        ...{ customerUuid, projectUuid, clusterUuid: wideClusterUuid },
      }),
    );
    await store.commit(...nodes.map((node) => store.nodes.insert(node)));
  }
}

/**
 * Adds the clusters with the numbers `from` to `until - 1`. Each group of `CLUSTERS_PER_COMMIT` clusters belongs to the
 * next project in turn.
 */
export async function seedLists(
  store: Store,
  tenancy: Tenancy,
  { from, until }: { from: number; until: number },
  progress: (message: string) => void,
): Promise<void> {
  const { projectUuids } = tenancy;
  if (from === 0) await seedNodes(store, tenancy);
  for (let index = from; index < until; index += CLUSTERS_PER_COMMIT) {
    const projectUuid = projectUuids[((index / CLUSTERS_PER_COMMIT) % projectUuids.length) | 0] ?? '';
    const numbers = Array.from({ length: Math.min(CLUSTERS_PER_COMMIT, until - index) }, (_, at) => index + at);
    const records = numbers.map((number) => seededRecords(store, { tenancy, index: number, projectUuid }));
    for (const kind of ['cluster', 'resource', 'order'] as const) {
      await store.commit(...records.map((record) => record[kind]));
    }
    if ((index / CLUSTERS_PER_COMMIT) % 100 === 99) progress(`${index} clusters are there`);
  }
}
