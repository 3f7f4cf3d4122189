import { z } from 'zod';
import type { Target } from './targets.ts';

/** The cluster in which the certified project is created. Also the format of PADDOCK_CERTIFY_PROJECTS. */
export const sharedCluster = z.object({
  /** Rancher’s id of a connected cluster. Absent if the cluster is simulated. */
  cluster_id: z.string().optional(),
  /** An administrator of the realm `master`. Without Keycloak, users get no groups. */
  keycloak: z.object({ url: z.string(), admin: z.object({ username: z.string(), password: z.string() }) }).optional(),
});
export type SharedCluster = z.infer<typeof sharedCluster>;

/** The cluster in which a project can be created, or the reason why there is none. */
export function sharedClusterOf(
  targets: readonly Target[],
  env: NodeJS.ProcessEnv,
): { shared: SharedCluster } | { why: string } {
  const accessOf = (backend: Target['backend']) => targets.find((target) => target.backend === backend)?.access;
  const [rancher, keycloak] = [accessOf('rancher'), accessOf('keycloak')];
  if (!rancher) return { why: 'no Rancher was named' };
  const cluster_id = env.CERTIFY_CLUSTER;
  if (!cluster_id && !('played' in rancher)) {
    return { why: 'no cluster is known in which a project may be made: set CERTIFY_CLUSTER to its id in Rancher' };
  }
  return { shared: sharedCluster.parse({ ...(cluster_id && { cluster_id }), ...(keycloak && { keycloak }) }) };
}
