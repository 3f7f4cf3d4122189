import type { Cluster, LifecycleState } from '#shared/domain/cluster';
import type { Uuid } from '#shared/domain/identifier';
import { newRecord } from '#shared/domain/record';
import type { Store } from '#shared/ports/store';
import { aCluster, aUuid } from '#test/builders';

/** Customer and project of many clusters. */
export type Tenancy = { customerUuid: Uuid; projectUuids: readonly Uuid[] };

/** A transaction has 25 rows, three of them the totals of everything, the customer and the project. */
const CLUSTERS_PER_COMMIT = 22;
const FIRST_CREATED_MS = Date.parse('2026-01-01T00:00:00.000Z');
const MINUTE_MS = 60_000;
/** One in a hundred has failed: what an operator filters for. */
const stateOf = (index: number): LifecycleState => (index % 100 === 50 ? 'ERRED' : 'OK');

const summary = (cluster: string, role: 'server' | 'agent', ordinal: number) => ({
  uuid: aUuid(),
  name: `${cluster}-${role}-${ordinal}`,
  role,
  state: 'OK' as const,
  runtimeState: 'active',
  backendId: `c-m-abcdefgh:machine-${aUuid().slice(0, 12)}`,
});

/** A cluster of three servers and three agents, as it is after its creation. */
function seededCluster(index: number, place: { customerUuid: Uuid; projectUuid: Uuid }): Cluster {
  const name = `cluster-${index}`;
  const ordinals = [1, 2, 3];
  return aCluster({
    ...newRecord(aUuid(), new Date(FIRST_CREATED_MS + index * MINUTE_MS)),
    ...place,
    name,
    description: 'For the analysts of the northern branch',
    state: stateOf(index),
    runtimeState: 'active',
    backendId: 'c-m-abcdefgh',
    accessUrl: 'https://rancher.example.org/dashboard/c/c-m-abcdefgh',
    capacity: { cpu: '24', memory: '47104Mi', pods: '660' },
    requested: { cpu: '3150m', memory: '2440Mi', pods: '41' },
    nodes: [
      ...ordinals.map((ordinal) => summary(name, 'server', ordinal)),
      ...ordinals.map((ordinal) => summary(name, 'agent', ordinal)),
    ],
  });
}

/** Adds the clusters number `from` to `until` (without it), each commit to the next project in turn. */
export async function seedClusters(
  store: Store,
  { customerUuid, projectUuids }: Tenancy,
  { from, until }: { from: number; until: number },
  tell: (message: string) => void,
): Promise<void> {
  for (let index = from; index < until; index += CLUSTERS_PER_COMMIT) {
    const projectUuid = projectUuids[((index / CLUSTERS_PER_COMMIT) % projectUuids.length) | 0] ?? '';
    const numbers = Array.from({ length: Math.min(CLUSTERS_PER_COMMIT, until - index) }, (_, at) => index + at);
    await store.commit(
      ...numbers.map((number) => store.clusters.insert(seededCluster(number, { customerUuid, projectUuid }))),
    );
    if ((index / CLUSTERS_PER_COMMIT) % 100 === 99) tell(`${index} clusters are there`);
  }
}
