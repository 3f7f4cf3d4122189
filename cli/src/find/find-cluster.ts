import { dataOf, listAll, type SelectedCluster, type SelectedClusterDetail } from '@paddock/client';
import { CommandError, EXIT } from '../command-error.ts';
import type { Session } from '../config/session.ts';
import { isUuid, pick, plainUuid } from './choose.ts';

export type ClusterRow = Required<SelectedCluster>;
export type ClusterDetail = Required<SelectedClusterDetail>;

/** Finds a cluster by its name or its uuid. Several clusters of one name differ by their project. */
export async function findCluster(session: Session, given: string): Promise<ClusterDetail> {
  const uuid = isUuid(given) ? plainUuid(given) : (await findByName(session, given)).uuid;
  return readCluster(session, uuid);
}

/** Reads a cluster with all its fields. */
export const readCluster = async ({ api }: Session, uuid: string): Promise<ClusterDetail> =>
  whole(await dataOf(api.GET('/api/rancher-clusters/{uuid}/', { params: { path: { uuid } } })));

async function findByName({ api }: Session, name: string): Promise<ClusterRow> {
  const rows = await listAll((page) =>
    api.GET('/api/rancher-clusters/', { params: { query: { name_exact: name, ...page } } }),
  );
  if (rows.length === 0)
    throw new CommandError(`There is no cluster called ${name}.`, EXIT.notFound, '`paddock list` shows your clusters.');
  return pick(rows, name, {
    kind: 'cluster',
    kinds: 'clusters',
    option: '',
    labelOf: (row) => `${row.uuid} in ${row.project_name}`,
  });
}

/** An answer without `field` in its query has all fields. */
const whole = (cluster: SelectedClusterDetail): ClusterDetail => {
  if (isWhole(cluster)) return cluster;
  throw new Error('The answer has no uuid. Is this the address of a Paddock?');
};
const isWhole = (cluster: SelectedClusterDetail): cluster is ClusterDetail => cluster.uuid !== undefined;
