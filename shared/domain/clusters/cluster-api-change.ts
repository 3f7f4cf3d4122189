import { z } from 'zod';
import { clusterApiSpec } from '../planning/cluster-api/cluster-spec.ts';

/**
 * The change of a cluster of Cluster API that runs or was interrupted. The cluster's record already has the wanted
 * settings, except for the version of Kubernetes. The record gets the new version when all machines have it.
 */
export const clusterApiChange = z.object({
  /** The cluster before the change, or before the first of several changes of which none was completed. */
  before: z.object({ spec: clusterApiSpec, kubernetesVersion: z.string() }),
  /** The version of Kubernetes that the cluster is to have. */
  kubernetesVersion: z.string(),
  /** Machines that a person has chosen to be deleted when their groups get smaller. */
  chosen: z.array(z.string()),
});
export type ClusterApiChange = z.infer<typeof clusterApiChange>;

/** The version of Kubernetes that the cluster is to have. */
export const wantedVersionOf = ({
  kubernetesVersion,
  clusterApiChange: change,
}: {
  kubernetesVersion: string;
  clusterApiChange?: ClusterApiChange | undefined;
}): string => change?.kubernetesVersion ?? kubernetesVersion;
