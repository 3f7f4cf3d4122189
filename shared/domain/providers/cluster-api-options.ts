import { z } from 'zod';

/** Addresses are https only, because all connections to the management cluster are encrypted (S3-004). */
const apiUrl = z.url({ protocol: /^https$/ }).max(200);

/**
 * Options of a provider's management cluster, without secret options. The management cluster belongs to the operator's
 * own infrastructure.
 */
export const clusterApiOptions = z.object({
  /** The address of the management cluster's Kubernetes API. */
  backendUrl: apiUrl,
  /**
   * Further addresses of the management cluster's Kubernetes API. If `backendUrl` does not answer, these addresses are
   * tried in this order.
   */
  furtherUrls: z.array(apiUrl).default([]),
  /** The namespace on the management cluster for the objects of all clusters. */
  namespace: z.string().default('paddock'),
  verifyTls: z.boolean().default(true),
  /** PEM of the certificate authority that has signed the certificates of the management cluster's Kubernetes API. */
  caCertificate: z.string().optional(),
  /** PEM of the certificate authority that machines of clusters trust when they call the cloud's public endpoints. */
  workloadCaCertificate: z.string().optional(),
  /** PEM of the certificate authority that Cluster API trusts when it calls the cloud. */
  managementCaCertificate: z.string().optional(),
  /** Whether Cluster API calls the public or the internal endpoints of the cloud. */
  cloudInterface: z.enum(['public', 'internal']).default('public'),
  /**
   * Keystone's address for Cluster API, with the version of Keystone's API: `https://keystone.example.org/v3`.
   * Undefined means the address in the settings of the cloud.
   */
  cloudAuthUrl: z
    .url({ protocol: /^https?$/ })
    .max(200)
    .optional(),
  /** The infrastructure provider of Cluster API. `in-memory` is for labs and only simulates machines. */
  infrastructure: z.enum(['openstack', 'in-memory']).default('openstack'),
  /** The Kubernetes version for orders that do not name a version. */
  k8sVersion: z.string().default('v1.33.5'),
  /** Whether the Cluster API objects of clusters are copied every day, to restore them on another management cluster. */
  stateBackup: z.boolean().default(false),
  /** The network of pods in the management cluster. Networks of clusters must not overlap this network. */
  podNetwork: z.string().default('172.29.200.0/22'),
});
export type ClusterApiOptions = z.infer<typeof clusterApiOptions>;

/** A token of a service account that may write in the namespace. */
export const clusterApiSecret = z.object({ token: z.string().min(1) });
