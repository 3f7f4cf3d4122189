import type { Uuid } from '../../_core/identifier.ts';
import type { ClusterApiSpec } from '../../planning/cluster-api/cluster-spec.ts';
import { CLUSTER_LABEL } from '../../planning/naming.ts';

/** Addresses and credential for a cluster's cloud. No other cluster uses this application credential. */
export type ClusterCloud = {
  /** Keystone's address for Cluster API. */
  authUrl: string;
  /** Keystone's address for the machines of the cluster. */
  publicAuthUrl: string;
  region?: string | undefined;
  /** Whether Cluster API calls the public or the internal endpoints of the cloud. */
  interface: 'public' | 'internal';
  /** Certificate (PEM) of the CA that Cluster API trusts when it calls the cloud. */
  managementCaCertificate?: string | undefined;
  credential: { id: string; secret: string };
};

/** The facts from which the objects of a cluster are rendered. */
export type ClusterToRender = {
  uuid: Uuid;
  kubernetesVersion: string;
  spec: ClusterApiSpec;
  /**
   * The namespace of the objects. Cluster API reaches a cluster without a floating IP through a Service in this
   * namespace.
   */
  namespace: string;
  /** Absent for the infrastructure `in-memory`. */
  cloud?: ClusterCloud | undefined;
};

/** Names of the objects of one cluster in the management cluster. */
export const objectNames = (capiName: string) => ({
  cluster: capiName,
  /**
   * The Secret with the file `clouds.yaml`. Cluster API's OpenStack provider signs in with the credential in this file.
   */
  cloudConfig: `${capiName}-cloud-config`,
  /**
   * The Secret with the manifests of the cloud credential and of the cloud controller manager. Its ClusterResourceSet
   * has the same name.
   */
  cloudProvider: `${capiName}-cloud-provider`,
  /** The Secret with the manifest of the network driver. Its ClusterResourceSet has the same name. */
  networkDriver: `${capiName}-network-driver`,
});

/**
 * Annotations of the pods that read the cloud credential only when they start. A rotation of the credential changes the
 * annotations, so Kubernetes replaces the pods. Undefined if the credential was never rotated.
 */
export const credentialAnnotations = ({
  credentialGeneration,
}: Pick<ClusterApiSpec, 'credentialGeneration'>): Record<string, string> | undefined =>
  credentialGeneration === undefined ? undefined : { 'paddock.cloud/credential': String(credentialGeneration) };

/** Labels of all objects of a cluster. Paddock finds the cluster's objects by these labels. */
export const clusterLabels = (uuid: Uuid): Record<string, string> => ({ [CLUSTER_LABEL]: uuid });

/** Whether a boolean label is on. Magnum writes the value of the label as `true` or `false`. */
export const isOn = ({ labels }: Pick<ClusterApiSpec, 'labels'>, name: string): boolean =>
  labels[name]?.toLowerCase() === 'true';
/** The value of a label. Undefined if it is absent or empty. */
export const labelOf = ({ labels }: Pick<ClusterApiSpec, 'labels'>, name: string): string | undefined =>
  labels[name] || undefined;
