import { z } from 'zod';
import { path } from '#shared/adapters/json-client';
import { ignoreNotFound } from '#shared/adapters/not-found';
import type { ClusterInRancher } from '#shared/ports/rancher/rancher-objects';
import type { RancherPools } from '#shared/ports/rancher/rancher-pools';
import { NAMESPACE } from '../clusters/cluster-request.ts';
import { CLUSTER_NAME_LABEL } from '../nodes/machines.ts';
import type { RancherSession } from '../rancher-session.ts';
import { objectName } from './pool-machines.ts';
import { deployment, etcdSnapshot, machineTemplate, type OfCluster } from './pool-schemas.ts';

type PoolObjects = Pick<
  RancherPools,
  | 'listPoolDeployments'
  | 'listAllPoolDeployments'
  | 'listMachineTemplates'
  | 'deleteMachineTemplate'
  | 'listEtcdSnapshots'
>;

const DEPLOYMENTS = `/v1/cluster.x-k8s.io.machinedeployments/${NAMESPACE}`;
const TEMPLATES = `/v1/rke-machine.cattle.io.openstackmachinetemplates/${NAMESPACE}`;
export const SNAPSHOTS = `/v1/rke.cattle.io.etcdsnapshots/${NAMESPACE}`;

/**
 * Selects the objects that name this cluster in their spec. A label selector is not enough, because a server may ignore
 * the selector, and labels do not prove to which cluster an object belongs.
 */
const belongingTo = <T>(cluster: ClusterInRancher, listed: readonly OfCluster<T>[]): T[] =>
  listed.filter(({ clusterName }) => clusterName === objectName(cluster)).map(({ shown }) => shown);

const OF_DEPLOYMENTS = { path: DEPLOYMENTS, item: deployment };

/** The objects that Rancher and Cluster API create for the pools of a cluster. */
export const poolObjects = (session: RancherSession): PoolObjects => ({
  async listPoolDeployments(cluster) {
    const labels = { [CLUSTER_NAME_LABEL]: objectName(cluster) };
    const listed = await session.listObjects({
      op: 'listPoolDeployments',
      labels,
      exclude: 'metadata.managedFields',
      ...OF_DEPLOYMENTS,
    });
    return belongingTo(cluster, listed);
  },

  async listAllPoolDeployments() {
    const listed = await session.listObjects({
      op: 'listAllPoolDeployments',
      labels: {},
      exclude: 'metadata.managedFields',
      ...OF_DEPLOYMENTS,
    });
    return listed.map(({ clusterName, shown }) => ({ provisioningName: clusterName, deployment: shown }));
  },

  // All templates are listed, because a template has no label that names its cluster. `spec.template` is left out,
  // because it contains the machines' user data, which is long.
  async listMachineTemplates(cluster) {
    const listed = await session.listObjects({
      op: 'listMachineTemplates',
      path: TEMPLATES,
      item: machineTemplate,
      labels: {},
      exclude: 'spec.template',
    });
    return belongingTo(cluster, listed);
  },

  deleteMachineTemplate: (name) =>
    ignoreNotFound(
      session.call({
        op: 'deleteMachineTemplate',
        method: 'DELETE',
        path: `${TEMPLATES}${path`/${name}`}`,
        reply: z.unknown(),
      }),
    ),

  // `snapshotFile.metadata` is left out, because it contains all settings of the cluster and is long.
  async listEtcdSnapshots(cluster) {
    const listed = await session.listObjects({
      op: 'listEtcdSnapshots',
      path: SNAPSHOTS,
      item: etcdSnapshot,
      labels: { 'rke.cattle.io/cluster-name': objectName(cluster) },
      exclude: 'snapshotFile.metadata',
    });
    return belongingTo(cluster, listed);
  },
});
