import { path } from '#shared/adapters/json-client';
import { withOperation } from '#shared/domain/clusters/operations/rancher-operation';
import { type WrittenPools, writtenPoolCluster } from '#shared/domain/pools/order/adopted-cluster';
import { amendedPools } from '#shared/domain/pools/rendering/amended-pools';
import { updatedCluster, updatedPools } from '#shared/domain/pools/rendering/provisioning-cluster';
import { BackendConflict } from '#shared/errors';
import type { ClusterInRancher } from '#shared/ports/rancher/rancher-objects';
import type { OperationAnswer, PoolCluster, RancherPools } from '#shared/ports/rancher/rancher-pools';
import { NAMESPACE } from '../clusters/cluster-request.ts';
import { CONTROL_PLANES } from '../clusters/provisioning.ts';
import { CLUSTERS, clusterPath, rewriteCluster, type WrittenCluster } from '../clusters/rewrite-cluster.ts';
import type { RancherSession } from '../rancher-session.ts';
import { provisioningCluster } from '../schemas.ts';
import { listWrittenConfigs } from './machine-configs.ts';
import { objectName } from './pool-machines.ts';
import { capiCluster, plannedControlPlane } from './pool-schemas.ts';

type PoolClusters = Pick<
  RancherPools,
  'findWrittenPools' | 'createPoolCluster' | 'updatePoolCluster' | 'amendPools' | 'requestOperation' | 'findPoolCluster'
>;
const CAPI_CLUSTERS = `/v1/cluster.x-k8s.io.clusters/${NAMESPACE}`;

/**
 * Throws if the object in Rancher is not this cluster's object. Somebody may have made another cluster of the same
 * name.
 */
function assertIs(cluster: ClusterInRancher, { status }: WrittenCluster): void {
  const managementId = status?.clusterName ?? '';
  if (managementId !== '' && managementId === cluster.backendId) return;
  const name = objectName(cluster);
  throw new BackendConflict(
    `The cluster ${name} in Rancher has ${managementId ? `the id ${managementId}` : 'no id'}, but Paddock has recorded the id ${cluster.backendId}.`,
  );
}

async function requestOperation(
  session: RancherSession,
  cluster: ClusterInRancher,
  operation: Parameters<RancherPools['requestOperation']>[1],
): ReturnType<RancherPools['requestOperation']> {
  let answer: OperationAnswer = 'requested';
  await rewriteCluster(session, objectName(cluster), 'requestOperation', (written) => {
    assertIs(cluster, written);
    const rkeConfig = withOperation(written.spec.rkeConfig ?? {}, operation);
    if (typeof rkeConfig !== 'string') return { ...written, spec: { ...written.spec, rkeConfig } };
    answer = rkeConfig;
    return undefined;
  });
  return answer;
}

async function findCluster(session: RancherSession, cluster: ClusterInRancher): Promise<PoolCluster | undefined> {
  const at = path`/${objectName(cluster)}`;
  const [controlPlane, shown] = await Promise.all([
    session.find({ op: 'findPlanner', path: `${CONTROL_PLANES}${at}`, reply: plannedControlPlane }),
    session.find({ op: 'findCapiCluster', path: `${CAPI_CLUSTERS}${at}`, reply: capiCluster }),
  ]);
  const isThis = controlPlane?.managementId === cluster.backendId;
  return isThis && shown ? { ...controlPlane, ...shown } : undefined;
}

async function findWritten(session: RancherSession, name: string): Promise<WrittenPools | undefined> {
  const cluster = await session.find({ op: 'findWrittenPools', path: clusterPath(name), reply: writtenPoolCluster });
  if (!cluster?.spec.rkeConfig?.machinePools?.length) return undefined;
  return { cluster, configs: await listWrittenConfigs(session) };
}

export const poolClusters = (session: RancherSession): PoolClusters => ({
  findWrittenPools: (name) => findWritten(session, name),

  createPoolCluster: (body) =>
    session.call({ op: 'createPoolCluster', method: 'POST', path: CLUSTERS, body, reply: provisioningCluster }),

  updatePoolCluster: (cluster, rendered) =>
    rewriteCluster(session, objectName(cluster), 'updatePoolCluster', (written) => {
      assertIs(cluster, written);
      return cluster.imported ? updatedPools(written, rendered) : updatedCluster(written, rendered);
    }),

  amendPools: (cluster, amendments) =>
    rewriteCluster(session, objectName(cluster), 'amendPools', (written) => {
      assertIs(cluster, written);
      const { rkeConfig } = written.spec;
      const machinePools = amendedPools(rkeConfig?.machinePools, amendments);
      return machinePools && { ...written, spec: { ...written.spec, rkeConfig: { ...rkeConfig, machinePools } } };
    }),

  requestOperation: (cluster, operation) => requestOperation(session, cluster, operation),

  findPoolCluster: (cluster) => findCluster(session, cluster),
});
