import { dataOf, listAll, type SelectedCluster, type SelectedClusterDetail } from '@paddock/client';
import { CommandError, EXIT } from '../command-error.ts';
import type { Session } from '../config/session.ts';
import { isUuid, type Named, pick, plainUuid } from './choose.ts';

export type ClusterRow = Required<SelectedCluster>;
export type ClusterDetail = Required<SelectedClusterDetail>;

/**
 * Finds a cluster by its uuid, its own name, or the name in its order. A managed cluster's own name differs from the
 * name in the order. If several clusters have the name, their projects distinguish them.
 */
export async function findCluster(session: Session, given: string): Promise<ClusterDetail> {
  const uuid = isUuid(given) ? plainUuid(given) : (await findByName(session, given)).uuid;
  return readCluster(session, uuid);
}

export const readCluster = async ({ api }: Session, uuid: string): Promise<ClusterDetail> =>
  whole(await dataOf(api.GET('/api/rancher-clusters/{uuid}/', { params: { path: { uuid } } })));

async function findByName({ api }: Session, name: string): Promise<Named> {
  const clusters = await listAll((page) =>
    api.GET('/api/rancher-clusters/', { params: { query: { name_exact: name, ...page } } }),
  );
  const resources = clusters.length > 0 ? [] : await resourcesCalled(api, name);
  const found = [
    ...clusters.map(({ uuid, project_name }) => ({ uuid, name, project_name })),
    ...resources.map(({ resource_uuid, project_name }) => ({ uuid: resource_uuid ?? '', name, project_name })),
  ];
  if (found.length === 0)
    throw new CommandError(`There is no cluster called ${name}.`, EXIT.notFound, '`paddock list` shows your clusters.');
  return pick(found, name, {
    kind: 'cluster',
    kinds: 'clusters',
    option: '',
    labelOf: ({ project_name }) => `in ${project_name}`,
  });
}

/** Lists the resources that were ordered under this name and still have a cluster. */
async function resourcesCalled(api: Session['api'], name: string) {
  const query = { name_exact: name, offering_type: ['Rancher' as const] };
  const rows = await listAll((page) =>
    api.GET('/api/marketplace-resources/', { params: { query: { ...query, ...page } } }),
  );
  return rows.filter(({ state, resource_uuid }) => state !== 'Terminated' && resource_uuid !== null);
}

/** The API returns all fields if the query has no `field`. */
const whole = (cluster: SelectedClusterDetail): ClusterDetail => {
  if (isWhole(cluster)) return cluster;
  throw new Error('The answer has no uuid. Is this the address of a Paddock?');
};
const isWhole = (cluster: SelectedClusterDetail): cluster is ClusterDetail => cluster.uuid !== undefined;
