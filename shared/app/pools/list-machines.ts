import type { Uuid } from '#shared/domain/_core/identifier';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { type Caller, visibilityOf } from '#shared/domain/organizations/caller';
import {
  type MachineRow,
  machineRows,
  machineRowsOfAll,
  type ShownNode,
} from '#shared/domain/pools/views/machine-rows';
import { Invalid } from '#shared/errors';
import type { RancherNode } from '#shared/ports/rancher/rancher-objects';
import { WHOLE_LIST } from '#shared/ports/repository';
import { rancherSettingsOf } from '../providers/settings-of.ts';
import { openPoolCluster, type PoolDeps } from './open-pool-cluster.ts';

const shownNode = ({ hostname, machine, state, roles, isReady = false }: RancherNode): ShownNode => ({
  ...{ name: hostname, state, roles, isReady },
  ...(machine && { machineName: machine.name }),
});

/** Lists machines and nodes of a cluster with pools. Makes at most four requests, whatever the number of machines. */
export async function listMachines(deps: PoolDeps, caller: Caller, uuidText: string): Promise<MachineRow[]> {
  const { cluster, session } = await openPoolCluster(deps, caller, uuidText);
  if (cluster.machinePools === undefined || session === undefined) return [];
  const [machines, nodes] = await Promise.all([session.listPoolMachines(cluster), session.listJoined(cluster, [])]);
  // Entries of `nodes` without an id are machines that have no node. They are left out, because `machines` already
  // contains them.
  const joined = nodes.filter(({ id }) => id !== '');
  return machineRows(cluster, machines, joined.map(shownNode));
}

/** Maximum number of Ranchers that one call asks. The call waits for the slowest of them. */
const MAX_PROVIDERS = 10;
const TOO_MANY = `The call would read clusters of more than ${MAX_PROVIDERS} providers, and each provider needs a request to its Rancher. Filter by service_settings_uuid or cluster_uuid.`;

export type MachinesWanted = { clusterUuids: readonly Uuid[]; settingsUuids: readonly Uuid[] };

/** Finds the clusters that the caller sees and that have pools. Groups them by provider. */
async function clustersByProvider(
  { store }: PoolDeps,
  caller: Caller,
  { clusterUuids, settingsUuids }: MachinesWanted,
): Promise<Map<Uuid, Cluster[]>> {
  const where = {
    ...(clusterUuids.length > 0 && { uuid: clusterUuids }),
    ...(settingsUuids.length > 0 && { service_settings_uuid: settingsUuids }),
  };
  const isAsked = ({ machinePools, backendId }: Cluster) => machinePools !== undefined && backendId !== '';
  const { items } = await store.clusters.list({ visibility: visibilityOf(caller), where }, WHOLE_LIST, isAsked);
  return Map.groupBy(items, ({ settingsUuid }) => settingsUuid);
}

/**
 * Lists the machines of all clusters with pools that the caller sees. Makes two requests to each Rancher, whatever the
 * number of clusters and machines. If one Rancher fails, the whole call fails. Otherwise machines would be missing from
 * the list, and the caller would not notice.
 * @throws Invalid naming `service_settings_uuid` when there are too many Ranchers for one call
 */
export async function listAllMachines(deps: PoolDeps, caller: Caller, wanted: MachinesWanted): Promise<MachineRow[]> {
  const byProvider = await clustersByProvider(deps, caller, wanted);
  if (byProvider.size > MAX_PROVIDERS) throw new Invalid({ service_settings_uuid: [TOO_MANY] });
  const rowsIn = async ([settingsUuid, clusters]: [Uuid, Cluster[]]) => {
    const session = await deps.rancher.open(await rancherSettingsOf(deps, settingsUuid));
    return machineRowsOfAll(clusters, await session.listAllPoolMachines());
  };
  return (await Promise.all([...byProvider].map(rowsIn))).flat();
}
