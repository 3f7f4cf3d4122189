import type { Caller } from '../domain/caller.ts';
import { demandState } from '../domain/demand-state.ts';
import { demandWritable } from '../domain/demand-writable.ts';
import { demand } from '../domain/permission.ts';
import type { SiteSettings } from '../domain/site-settings.ts';
import { Conflict, Invalid } from '../errors.ts';
import type { Store } from '../ports/store.ts';
import { getVisible, seenBy } from './get-visible.ts';
import { inTime } from './in-time.ts';
import { cloudsOnce, type LookDeps, lookAtCluster } from './look-at-cluster.ts';

type Deps = LookDeps & {
  store: Pick<Store, 'clusters'>;
  site: SiteSettings;
  /** How long the clouds may take; default as an API function lives, with time left to answer. */
  pullTimeoutMs?: number;
};
const PULL_MS = 10_000;
const PULLED = ['OK', 'ERRED'] as const;

/**
 * What the watch does with a cluster, at once: within the call, since it is a request for each tenant. 404, 403, 409; 405 in
 * read-only mode, in which staff may pull all the same (waldur-rancher.md §2); 400 for what Rancher does not have. Throws Backend* errors
 * once what the other clouds have told is written.
 */
export async function pullCluster(deps: Deps, caller: Caller, uuidText: string): Promise<void> {
  const { store, site, pullTimeoutMs = PULL_MS } = deps;
  const cluster = await getVisible(store.clusters, 'Cluster', uuidText, seenBy(caller));
  demand(caller, 'cluster.pull', cluster);
  demandState(cluster, PULLED);
  if (!cluster.managed) throw new Conflict('Pull operation is not implemented.');
  if (!caller.user.isStaff) demandWritable(site);
  if (cluster.backendId === '') throw new Invalid(['Resource does not have backend ID.']);
  const { failures } = await inTime(pullTimeoutMs, () => lookAtCluster(deps, cloudsOnce(deps), cluster, PULLED));
  for (const error of failures.values()) throw error;
}
