import {
  listAll,
  PaddockError,
  type SelectedMachine,
  type SelectedMachinePool,
  type SelectedNodeGroup,
} from '@paddock/client';
import type { Session } from '../config/session.ts';

export type Pool = Required<SelectedMachinePool>;
export type Machine = Required<SelectedMachine>;
export type NodeGroup = Required<SelectedNodeGroup>;
/** The parts of a cluster in addition to its nodes. Lists that do not apply to the kind of cluster are empty. */
export type Parts = { pools: Pool[]; machines: Machine[]; node_groups: NodeGroup[] };

/**
 * Reads pools, machines and node groups of a cluster. A Cluster API cluster has no pools, so Rancher is not called for
 * it.
 */
export async function readParts({ api }: Session, uuid: string): Promise<Parts> {
  const path = { uuid };
  const node_groups = await listAll((page) =>
    api.GET('/api/rancher-clusters/{uuid}/node_groups/', { params: { path, query: { ...page } } }),
  );
  if (node_groups.length > 0) return { pools: [], machines: [], node_groups };
  const [pools, machines] = await Promise.all([
    listAll((page) => api.GET('/api/rancher-clusters/{uuid}/pools/', { params: { path, query: { ...page } } })),
    listAll((page) => api.GET('/api/rancher-clusters/{uuid}/machines/', { params: { path, query: { ...page } } })),
  ]);
  return { pools, machines, node_groups };
}

/** Returns undefined if the API answers 404. */
export const ifPresent = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error: unknown) => {
    if (error instanceof PaddockError && error.status === 404) return undefined;
    throw error;
  });
