import { LOG } from '#shared/contracts/telemetry';
import { MADE_KINDS, RELAY_KINDS } from '#shared/domain/cluster-api/kubernetes-object';
import { changedRelayObjects } from '#shared/domain/cluster-api/relays/changed-relay-objects';
import { asEndpoint, type Relay } from '#shared/domain/cluster-api/relays/relay';
import { RELAYED_LABELS, relayedName, relayObjects } from '#shared/domain/cluster-api/relays/relay-objects';
import { isRelayed, type RelayedAddress, relayedAddress } from '#shared/domain/cluster-api/relays/relayed-address';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { ClusterApiSpec } from '#shared/domain/planning/cluster-api/cluster-spec';
import { CLUSTER_LABEL } from '#shared/domain/planning/naming';
import type { ClusterApiSettings } from '#shared/domain/providers/service-settings';
import type { ClusterApi, ClusterApiSessions, SeenObject } from '#shared/ports/cluster-api';
import { WHOLE_LIST } from '#shared/ports/repository';
import type { Clock, Logger } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { relayKubeconfig } from './relay-kubeconfig.ts';

export type RelayDeps = {
  store: Pick<Store, 'clusters' | 'relays'>;
  clusterApi: Pick<ClusterApiSessions, 'open'>;
  clock: Clock;
  log: Logger;
};
/** A cluster that is reached through relays. `address` is undefined until Cluster API has recorded the address. */
type Relayed = { cluster: Cluster; spec: ClusterApiSpec; address: RelayedAddress | undefined };
export type ServedCluster = RelayedAddress & { serverName: string };
/** The result of one sync. A failure for one cluster does not stop the sync of the other clusters. */
export type RelaySync = { served: ServedCluster[]; failures: unknown[] };
type Sync = { settings: ClusterApiSettings; api: ClusterApi; relays: Relay[]; present: SeenObject[] };

/** Whether Cluster API has the cluster and reaches it only through relays. */
const isServed = ({ clusterApi, backendId }: Cluster): boolean =>
  clusterApi !== undefined && backendId !== '' && isRelayed(clusterApi);

async function listRelayed({ store }: RelayDeps, { uuid }: ClusterApiSettings) {
  const scope = { visibility: 'all' as const, where: { service_settings_uuid: [uuid] } };
  const { items } = await store.clusters.list(scope, WHOLE_LIST, isServed);
  return items.flatMap((cluster) => (cluster.clusterApi ? [{ cluster, spec: cluster.clusterApi }] : []));
}

const ofCluster = (present: readonly SeenObject[], { cluster }: Relayed): SeenObject[] =>
  present.filter(({ metadata }) => metadata.labels[CLUSTER_LABEL] === cluster.uuid);

/** Whether the cluster is being deleted. The Service and EndpointSlices of such a cluster must not be written again. */
const isLeaving = ({ state }: Cluster): boolean => state === 'DELETION_SCHEDULED' || state === 'DELETING';

async function syncCluster({ clock }: RelayDeps, sync: Sync, one: Relayed): Promise<void> {
  const { settings, api, relays, present } = sync;
  const { cluster, spec } = one;
  const { namespace } = settings.options;
  if (isLeaving(cluster)) return;
  const wanted = relayObjects({ ...spec, uuid: cluster.uuid, namespace }, relays.map(asEndpoint), clock.now());
  const { apply, remove } = changedRelayObjects(wanted, ofCluster(present, one));
  for (const object of apply) await api.apply(object);
  for (const { apiVersion, kind, metadata } of remove) await api.delete({ apiVersion, kind }, metadata.name);
  await relayKubeconfig(api, spec.capiName, relayedName(spec.capiName, namespace));
}

/** The provider's clusters without a floating IP, and the addresses of their API servers as far as they are known. */
async function placedClusters(deps: RelayDeps, settings: ClusterApiSettings, api: ClusterApi): Promise<Relayed[]> {
  const [kind] = MADE_KINDS.infrastructure.openstack;
  const [clusters, seen] = await Promise.all([listRelayed(deps, settings), api.list(kind, {})]);
  return clusters.map((one) => ({ ...one, address: relayedAddress(seen, one.spec.capiName) }));
}

/**
 * Lets Cluster API reach the provider's clusters that have no floating IP. Writes a Service for each cluster. The
 * Service's endpoints are the relays that reach the cluster now. Also writes the name of the Service into the
 * kubeconfig with which Cluster API reaches the cluster. Returns the clusters that relays serve. Throws the Backend*
 * errors of errors.ts if the management cluster does not answer.
 */
export async function syncRelays(deps: RelayDeps, settings: ClusterApiSettings): Promise<RelaySync> {
  const api = await deps.clusterApi.open(settings);
  const [clusters, relays, ...lists] = await Promise.all([
    placedClusters(deps, settings, api),
    deps.store.relays.listByProvider(settings.uuid),
    ...Object.values(RELAY_KINDS).map((kind) => api.list(kind, RELAYED_LABELS)),
  ]);
  const sync = { settings, api, relays, present: lists.flat() };
  const failures: unknown[] = [];
  for (const one of clusters) {
    await syncCluster(deps, sync, one).catch((error: unknown) => {
      deps.log.error(LOG.relaysNotSynced, { clusterUuid: one.cluster.uuid, error });
      failures.push(error);
    });
  }
  const served = clusters.flatMap(({ spec, address }) =>
    address === undefined ? [] : [{ serverName: relayedName(spec.capiName, settings.options.namespace), ...address }],
  );
  return { served, failures };
}
