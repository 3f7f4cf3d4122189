import { z } from 'zod';
import { path } from '#shared/adapters/json-client';
import { ignoreNotFound } from '#shared/adapters/not-found';
import { isSameValue } from '#shared/domain/_core/values/deep-equal';
import { drainOptions } from '#shared/domain/clusters/cluster-upgrade';
import type { Rancher } from '#shared/ports/rancher';
import type { WantedRelease } from '#shared/ports/rancher/rancher-objects';
import type { RancherSession } from '../rancher-session.ts';
import { controlPlane, provisioningCluster } from '../schemas.ts';
import { clusterRequest, NAMESPACE } from './cluster-request.ts';
import { CLUSTERS, clusterPath, rewriteCluster, type WrittenCluster } from './rewrite-cluster.ts';

type Provisioning = Pick<
  Rancher,
  | 'findProvisioningCluster'
  | 'listProvisioningClusters'
  | 'createProvisioningCluster'
  | 'upgradeProvisioningCluster'
  | 'findControlPlane'
  | 'deleteProvisioningCluster'
>;
export const CONTROL_PLANES = `/v1/rke.cattle.io.rkecontrolplanes/${NAMESPACE}`;

/**
 * Calls for the provisioning objects from which Rancher makes clusters. Creating an object throws BackendConflict if
 * Rancher already has an object of this name. The labels of the existing object show its owner.
 */
export const provisioning = (session: RancherSession): Provisioning => ({
  findProvisioningCluster: (name) =>
    session.find({ op: 'findProvisioningCluster', path: clusterPath(name), reply: provisioningCluster }),

  listProvisioningClusters: (labels) =>
    session.listObjects({
      op: 'listProvisioningClusters',
      path: `${CLUSTERS}/${NAMESPACE}`,
      item: provisioningCluster,
      labels,
      exclude: 'metadata.managedFields',
    }),

  createProvisioningCluster: (item) =>
    session.call({
      op: 'createProvisioningCluster',
      method: 'POST',
      path: CLUSTERS,
      body: clusterRequest(item),
      reply: provisioningCluster,
    }),

  async upgradeProvisioningCluster(name, wanted) {
    await rewriteCluster(session, name, 'upgradeProvisioningCluster', (written) => upgradeRequest(written, wanted));
  },

  findControlPlane: (name) =>
    session.find({ op: 'findControlPlane', path: `${CONTROL_PLANES}${path`/${name}`}`, reply: controlPlane }),

  deleteProvisioningCluster: (name) =>
    ignoreNotFound(
      session.call({ op: 'deleteProvisioningCluster', method: 'DELETE', path: clusterPath(name), reply: z.unknown() }),
    ),
});

/**
 * Returns the cluster's object, changed to the wanted release and upgrade strategy. Returns undefined if the object
 * already has both. Other parts of the upgrade strategy, such as hooks, are kept.
 */
export function upgradeRequest(written: WrittenCluster, wanted: WantedRelease): WrittenCluster | undefined {
  const { kubernetesVersion, workerConcurrency, drain } = wanted;
  const { rkeConfig } = written.spec;
  const strategy = rkeConfig?.upgradeStrategy ?? {};
  const upgradeStrategy = {
    ...strategy,
    // Control-plane nodes are upgraded one at a time, even those that are not members of etcd.
    controlPlaneConcurrency: '1',
    controlPlaneDrainOptions: { ...strategy.controlPlaneDrainOptions, ...drainOptions(drain) },
    workerConcurrency: String(workerConcurrency),
    workerDrainOptions: { ...strategy.workerDrainOptions, ...drainOptions(drain) },
  };
  const spec = { ...written.spec, kubernetesVersion, rkeConfig: { ...rkeConfig, upgradeStrategy } };
  return isSameValue(spec, written.spec) ? undefined : { ...written, spec };
}
