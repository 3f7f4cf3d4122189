import { z } from 'zod';
import type { EtcdSnapshot } from '#shared/domain/pools/views/etcd-snapshot';
import type { ClusterInfrastructure, SeenManagement } from '#shared/domain/pools/views/infrastructure';
import type { Listing } from '../_core/listing.ts';
import type { ApiOperations } from '../_core/operation.ts';

const uid = z.string().meta({
  description: 'The object’s uid in Kubernetes.',
  examples: ['5b1d4a43-0c0f-4a6e-9d3b-3f9f3b0f3c11'],
});
const managementId = z.string().meta({ description: 'Empty until Rancher has set it.', examples: ['c-m-x7k2b9fd'] });
const place = {
  name: z.string().meta({ description: 'The object’s name.', examples: ['research-1'] }),
  namespace: z.string().meta({ description: 'The object’s namespace.', examples: ['fleet-default'] }),
  uid,
};
const owner = z.object({ kind: z.string(), name: z.string(), uid });
const derived = z.object({ ...place, owners: z.array(owner).meta({ description: 'Owners of the object.' }) });

const quantities = (description: string) =>
  z.record(z.string(), z.string()).meta({ description, examples: [{ cpu: '12', memory: '47973Mi', pods: '330' }] });
const managementView = z.object({
  ...{ id: managementId, name: z.string() },
  kubernetes_version: z.string().meta({
    description: 'The version that the cluster’s API server reports. Empty until the cluster has connected.',
    examples: ['v1.32.3+rke2r1'],
  }),
  provider: z
    .string()
    .meta({ description: 'The distribution of Kubernetes, as Rancher names it.', examples: ['rke2'] }),
  node_count: z.int().meta({ description: 'Number of nodes.' }),
  linux_workers: z.int().meta({ description: 'Number of workers that run Linux.' }),
  windows_workers: z.int().meta({ description: 'Number of workers that run Windows.' }),
  capacity: quantities('Resources of all nodes. Empty until the first node has joined.'),
  requested: quantities('Resources that workloads request. Empty until the first node has joined.'),
});

export const infrastructureView = z
  .object({
    is_provisioned: z.boolean().meta({
      description:
        'True if Rancher installs Kubernetes on the cluster’s machines, whether or not it also creates them.',
    }),
    management: managementView
      .nullable()
      .meta({ description: 'Rancher’s `management.cattle.io` Cluster. Imported clusters have this object, too.' }),
    provisioning: z
      .object({ ...place, management_id: managementId })
      .nullable()
      .meta({
        description:
          '`provisioning.cattle.io` Cluster, which has the settings and the pools. It is the only object here that Paddock writes.',
      }),
    cluster_api: derived
      .nullable()
      .meta({ description: '`cluster.x-k8s.io` Cluster, which Rancher creates from the provisioning Cluster.' }),
    rke_cluster: derived
      .nullable()
      .meta({ description: '`rke.cattle.io` RKECluster, which Rancher creates from the provisioning Cluster.' }),
  })
  .meta({ id: 'ClusterInfrastructure' });
type InfrastructureView = z.infer<typeof infrastructureView>;

const viewManagement = ({ id, name, workers, ...facts }: SeenManagement): z.infer<typeof managementView> => ({
  ...{ id, name, kubernetes_version: facts.kubernetesVersion, provider: facts.provider, node_count: facts.nodeCount },
  ...{ linux_workers: workers.linux, windows_workers: workers.windows },
  ...{ capacity: { ...facts.capacity }, requested: { ...facts.requested } },
});

const viewDerived = (object: ClusterInfrastructure['clusterApi']) =>
  object ? { ...object, owners: [...object.owners] } : null;

export function viewInfrastructure(found: ClusterInfrastructure): InfrastructureView {
  const { isProvisioned, management, provisioning, clusterApi, rkeCluster } = found;
  return {
    is_provisioned: isProvisioned,
    management: management ? viewManagement(management) : null,
    provisioning: provisioning
      ? {
          ...{ name: provisioning.name, namespace: provisioning.namespace, uid: provisioning.uid },
          management_id: provisioning.managementId,
        }
      : null,
    cluster_api: viewDerived(clusterApi),
    rke_cluster: viewDerived(rkeCluster),
  };
}

const snapshotView = z
  .object({
    name: z.string().meta({
      description: 'The name by which the snapshot is restored.',
      examples: ['research-1-etcd-snapshot-5c1f0a9b'],
    }),
    status: z.string().meta({ description: 'State of the snapshot in Rancher.', examples: ['successful'] }),
    is_missing: z.boolean().meta({ description: 'Whether the file no longer exists.' }),
    file_name: z.string(),
    location: z.string().meta({ description: 'Where the file is: a path on the node, or an S3 bucket.' }),
    node_name: z.string(),
    size: z.int().meta({ description: 'Size in bytes.' }),
    created: z.string(),
  })
  .meta({ id: 'EtcdSnapshot' });
type SnapshotView = z.infer<typeof snapshotView>;

export const snapshotListing: Listing<EtcdSnapshot, SnapshotView> = {
  filters: {
    contains: { name: ({ name }) => name },
    equals: { node_name: ({ nodeName }) => nodeName, status: ({ status }) => status },
    flags: { is_missing: ({ isMissing }) => isMissing },
  },
  orderings: { name: ({ name }) => name, created: ({ createdAt }) => createdAt },
  schema: snapshotView,
  view: (_link, { name, status, isMissing, fileName, location, nodeName, sizeBytes, createdAt }) => ({
    ...{ name, status, is_missing: isMissing, file_name: fileName, location, node_name: nodeName },
    ...{ size: sizeBytes, created: createdAt },
  }),
};

export const infrastructureOperations: ApiOperations = {
  'GET /{uuid}/infrastructure/': {
    summary: 'Show the Rancher objects of a cluster',
    rule: 'cluster.see',
    description:
      'Read from Rancher: the three Cluster objects and the RKECluster of the cluster. An object that does not exist is null.',
    reply: infrastructureView,
    refuses: [502],
  },
  'GET /{uuid}/etcd-snapshots/': {
    summary: 'List the snapshots of a cluster’s etcd, newest first',
    rule: 'cluster.see',
    description: 'Read from Rancher.',
    listing: snapshotListing,
    refuses: [502],
  },
};
