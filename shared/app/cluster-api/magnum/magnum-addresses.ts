import { z } from 'zod';
import { publicAddress } from '#shared/app/cluster-access/issue-certificate';
import { clusterApiSettingsOf } from '#shared/app/providers/settings-of';
import { MADE_KINDS } from '#shared/domain/cluster-api/kubernetes-object';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { AppError } from '#shared/errors';
import type { ClusterApiSessions } from '#shared/ports/cluster-api';
import type { Store } from '#shared/ports/store';

type Deps = { store: Pick<Store, 'settings'>; clusterApi: Pick<ClusterApiSessions, 'open'> };
/** Addresses of a cluster's API and of its machines. */
type Addresses = { api: string | null; masters: readonly string[]; nodes: readonly string[] };

const addresses = z
  .looseObject({ addresses: z.array(z.looseObject({ type: z.string(), address: z.string() })) })
  .catch({ addresses: [] });
const CONTROL_PLANE = 'cluster.x-k8s.io/control-plane';
const NONE: Addresses = { api: null, masters: [], nodes: [] };

/**
 * The address by which most users reach a machine: a public address if there is one, otherwise the address in its
 * network.
 */
function addressOf(status: unknown): string[] {
  const found = addresses.parse(status).addresses;
  const best = ['ExternalIP', 'InternalIP'].flatMap((type) => found.find((one) => one.type === type) ?? [])[0];
  return best ? [best.address] : [];
}

/**
 * Reads the addresses of a cluster from the management cluster. If the management cluster does not answer, the result has no
 * addresses, and the cluster itself is still shown.
 */
export async function readAddresses(deps: Deps, cluster: Cluster): Promise<Addresses> {
  const { backendId, settingsUuid } = cluster;
  if (backendId === '') return NONE;
  try {
    const clusterApi = await deps.clusterApi.open(await clusterApiSettingsOf(deps, settingsUuid));
    const [api, machines] = await Promise.all([
      publicAddress(deps, cluster),
      clusterApi.list(MADE_KINDS.machine, { 'cluster.x-k8s.io/cluster-name': backendId }),
    ]);
    const isMaster = ({ metadata }: (typeof machines)[number]) => CONTROL_PLANE in metadata.labels;
    const of = (some: typeof machines) => some.flatMap(({ status }) => addressOf(status));
    return {
      api: api ?? null,
      masters: of(machines.filter(isMaster)),
      nodes: of(machines.filter((one) => !isMaster(one))),
    };
  } catch (error) {
    if (error instanceof AppError) return NONE;
    throw error;
  }
}
