import type { Cluster } from '#shared/domain/clusters/cluster';
import { clusterTag } from '#shared/domain/planning/naming';
import type { CloudAdmin, CloudProject } from '#shared/ports/openstack/cloud-admin';

/** Lists projects with the cluster's tag. With `name`, lists only the project of that name. */
export async function projectsOf(admin: CloudAdmin, cluster: Cluster, name?: string): Promise<CloudProject[]> {
  const all = await admin.listProjects({ tag: clusterTag(cluster.uuid) });
  return all.filter((project) => name === undefined || project.name === name);
}
