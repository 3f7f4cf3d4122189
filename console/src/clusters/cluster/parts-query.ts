import { listAll, type SelectedMachine, type SelectedMachinePool, type SelectedNodeGroup } from '@paddock/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { isBusy } from '../../ui/state-label.ts';
import type { Cluster } from './cluster-query.ts';

/** How a cluster is made: node by node, from pools of Rancher, or by Cluster API. It stays so. The API's own names. */
export type Driver = 'rancher-custom' | 'rancher-pools' | 'cluster-api';
export type Pool = Required<SelectedMachinePool>;
export type Machine = Required<SelectedMachine>;
export type NodeGroup = Required<SelectedNodeGroup>;
/** What a cluster consists of beside its nodes. The lists of other drivers are empty. */
export type Parts = { driver: Driver; pools: Pool[]; machines: Machine[]; groups: NodeGroup[] };

/** Rancher, which has the pools, cannot be asked about a cluster of Cluster API. */
async function readParts(uuid: string, signal: AbortSignal): Promise<Parts> {
  const path = { uuid };
  const groups = await listAll((page) =>
    api.GET('/api/rancher-clusters/{uuid}/node_groups/', { signal, params: { path, query: { ...page } } }),
  );
  if (groups.length > 0) return { driver: 'cluster-api', groups, pools: [], machines: [] };
  const pools = await listAll((page) =>
    api.GET('/api/rancher-clusters/{uuid}/pools/', { signal, params: { path, query: { ...page } } }),
  );
  if (pools.length === 0) return { driver: 'rancher-custom', groups, pools, machines: [] };
  const machines = await listAll((page) =>
    api.GET('/api/rancher-clusters/{uuid}/machines/', { signal, params: { path, query: { ...page } } }),
  );
  return { driver: 'rancher-pools', groups, pools, machines };
}

/** Nodes come with their cluster, so a cluster without other parts is not asked again while nothing changes. */
export const useParts = ({ uuid, state }: Pick<Cluster, 'uuid' | 'state'>, pauseMs: number) =>
  useQuery<Parts>({
    queryKey: ['cluster', uuid, 'parts', state],
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.driver === 'rancher-custom' && !isBusy(state) ? false : pauseMs),
    queryFn: ({ signal }) => readParts(uuid, signal),
  });
