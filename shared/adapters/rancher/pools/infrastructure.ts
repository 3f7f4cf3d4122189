import { z } from 'zod';
import type {
  SeenDerived,
  SeenInfrastructure,
  SeenManagement,
  SeenProvisioning,
} from '#shared/domain/pools/views/infrastructure';
import type { RancherPools } from '#shared/ports/rancher/rancher-pools';
import { listAllClusters } from '../clusters/clusters.ts';
import { CLUSTERS } from '../clusters/rewrite-cluster.ts';
import type { RancherSession } from '../rancher-session.ts';
import type { listedCluster } from '../schemas.ts';

/** The Fleet workspace of the cluster on which Rancher itself runs. All other clusters are in other workspaces. */
const OWN_WORKSPACE = 'fleet-local';

type ListedReply = z.infer<typeof listedCluster>;

const place = { name: z.string().min(1), namespace: z.string(), uid: z.string() };
const owner = z.object({ kind: z.string(), name: z.string(), uid: z.string() });

export const seenProvisioning = z
  .object({
    metadata: z.object(place),
    status: z.object({ clusterName: z.string().nullish() }).nullish(),
  })
  .transform(({ metadata, status }): SeenProvisioning => ({ ...metadata, managementId: status?.clusterName ?? '' }));

export const seenDerived = z
  .object({ metadata: z.object({ ...place, ownerReferences: z.array(owner).nullish() }) })
  .transform(({ metadata: { ownerReferences, ...at } }): SeenDerived => ({ ...at, owners: ownerReferences ?? [] }));

const shownManagement = ({ cluster, provider, workers }: ListedReply): SeenManagement => {
  const { id, name, kubernetesVersion, nodeCount, capacity, requested } = cluster;
  return { id, name, kubernetesVersion, provider, nodeCount, workers, capacity, requested };
};

const isForeign = ({ namespace }: { namespace: string }): boolean => namespace !== OWN_WORKSPACE;

async function read(session: RancherSession): Promise<SeenInfrastructure> {
  const [management, provisioning, clusterApi, rkeClusters] = await Promise.all([
    listAllClusters(session),
    session.listObjects({
      op: 'listProvisioningObjects',
      path: CLUSTERS,
      item: seenProvisioning,
      labels: {},
      exclude: 'spec',
    }),
    session.listObjects({
      op: 'listCapiClusters',
      path: '/v1/cluster.x-k8s.io.clusters',
      item: seenDerived,
      labels: {},
      exclude: 'spec',
    }),
    session.listObjects({
      op: 'listRkeClusters',
      path: '/v1/rke.cattle.io.rkeclusters',
      item: seenDerived,
      labels: {},
      exclude: 'spec',
    }),
  ]);
  return {
    management: management.map(shownManagement),
    provisioning: provisioning.filter(isForeign),
    clusterApi: clusterApi.filter(isForeign),
    rkeClusters: rkeClusters.filter(isForeign),
  };
}

export const infrastructure = (session: RancherSession): Pick<RancherPools, 'readInfrastructure'> => ({
  readInfrastructure: () => read(session),
});
