import { z } from 'zod';
import type { Target } from './targets.ts';

/** Where the project to certify is made. Also the form of PADDOCK_CERTIFY_PROJECTS. */
export const sharedCluster = z.object({
  /** Rancher’s id of a connected cluster; absent where one is played. */
  cluster_id: z.string().optional(),
  /** An administrator of `master`. Without it, nobody gets a group. */
  keycloak: z.object({ url: z.string(), admin: z.object({ username: z.string(), password: z.string() }) }).optional(),
});
export type SharedCluster = z.infer<typeof sharedCluster>;

/** The cluster in which a project can be made, or why there is none. */
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
