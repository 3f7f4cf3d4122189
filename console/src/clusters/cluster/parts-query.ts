import { listAll, type SelectedMachine, type SelectedMachinePool, type SelectedNodeGroup } from '@paddock/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { isBusy } from '../../ui/state-label.ts';
import type { Cluster } from './cluster-query.ts';

/**
 * How a cluster's machines are made: node by node, from pools of Rancher, or by Cluster API. The driver of a cluster
 * never changes. The values are the API's own names.
 */
export type Driver = 'rancher-custom' | 'rancher-pools' | 'cluster-api';
export type Pool = Required<SelectedMachinePool>;
export type Machine = Required<SelectedMachine>;
export type NodeGroup = Required<SelectedNodeGroup>;
/** The parts of a cluster in addition to its nodes. Lists that belong to other drivers are empty. */
export type Parts = { driver: Driver; pools: Pool[]; machines: Machine[]; groups: NodeGroup[] };

/**
 * Reads pools only if the cluster has no node groups. A cluster with node groups is a Cluster API cluster, and Rancher
 * does not know the pools of such a cluster.
 */
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

/**
 * The nodes are read with the cluster. So a cluster without other parts needs no further reads until its state changes.
 */
export const useParts = ({ uuid, state }: Pick<Cluster, 'uuid' | 'state'>, pauseMs: number) =>
  useQuery<Parts>({
    queryKey: ['cluster', uuid, 'parts', state],
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.driver === 'rancher-custom' && !isBusy(state) ? false : pauseMs),
    queryFn: ({ signal }) => readParts(uuid, signal),
  });
