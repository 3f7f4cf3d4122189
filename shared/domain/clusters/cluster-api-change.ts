import { z } from 'zod';
import { instant } from '../_core/identifier.ts';
import { type ClusterApiSpec, clusterApiSpec } from '../planning/cluster-api/cluster-spec.ts';

/**
 * A running or interrupted change of a cluster of Cluster API. The cluster's record already has the wanted settings,
 * except for the version of Kubernetes. The record gets the new version when all machines have it.
 */
export const clusterApiChange = z.object({
  /** The cluster before this change. If earlier changes were interrupted, the cluster before the first of them. */
  before: z.object({ spec: clusterApiSpec, kubernetesVersion: z.string() }),
  kubernetesVersion: z.string(),
  /** Machines that a person has chosen to be deleted when their groups get smaller. */
  chosen: z.array(z.string()),
  /** When Paddock saw that Cluster API had written the new application credential into the cluster. */
  credentialWrittenAt: instant.optional(),
});
export type ClusterApiChange = z.infer<typeof clusterApiChange>;

export const wantedVersionOf = ({
  kubernetesVersion,
  clusterApiChange: change,
}: {
  kubernetesVersion: string;
  clusterApiChange?: ClusterApiChange | undefined;
}): string => change?.kubernetesVersion ?? kubernetesVersion;

/** Whether the change rotates the cluster's application credential. */
export const rotatesCredential = ({
  clusterApi,
  clusterApiChange: change,
}: {
  clusterApi?: ClusterApiSpec | undefined;
  clusterApiChange?: ClusterApiChange | undefined;
}): boolean => change !== undefined && change.before.spec.credentialGeneration !== clusterApi?.credentialGeneration;
