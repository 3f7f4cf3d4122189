import { z } from 'zod';
import { nothing, step, sweepInput, target } from './contract.ts';

/** Steps for clusters that Cluster API makes. The steps call the API of the provider's management cluster. */
export const clusterApiSteps = {
  /**
   * Writes all objects of the cluster by server-side apply: class, templates, secrets and the cluster itself. Existing
   * objects are changed to the wanted state.
   */
  applyCluster: step('cluster-api.applyCluster', target, nothing),
  /**
   * Whether the cluster uses its new application credential. `taken` is true some minutes after Cluster API has written
   * the credential into the cluster. By then, the pods that use the credential have restarted.
   */
  checkCredential: step('cluster-api.checkCredential', target, z.object({ taken: z.boolean() })),
  /**
   * Deletes the cluster. Cluster API then deletes the cluster's machines. `gone` is true when the cluster and all other
   * objects with the cluster's label are gone.
   */
  deleteCluster: step('cluster-api.deleteCluster', target, z.object({ gone: z.boolean() })),
  /**
   * Checks that no object with the cluster's label is left. Otherwise throws DeletionBlocked with the names of the
   * remaining objects.
   */
  sweepCluster: step('cluster-api.sweepCluster', sweepInput, nothing),
} as const;
