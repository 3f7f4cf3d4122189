import { Invalid } from '#shared/errors';
import type { Cluster } from '../clusters/cluster.ts';
import type { Caller } from '../organizations/caller.ts';
import type { ContentKind } from './content-type.ts';

/**
 * Kinds of contents that only staff may change in a managed cluster (docs/spec/waldur-rancher.md#contents-of-clusters).
 */
const GUARDED: ReadonlySet<ContentKind> = new Set(['APP', 'WORKLOAD', 'HPA', 'CATALOG']);
const STAFF_ONLY = 'Only staff is allowed to manage cluster resources provided by managed Rancher plugin.';

/**
 * Throws Invalid with Waldur's text if only staff may change contents of this kind in the cluster. As in Waldur, the
 * API answers 400 and not 403.
 */
export function assertMayManage({ user }: Caller, kind: ContentKind, { managed }: Pick<Cluster, 'managed'>): void {
  if (managed !== undefined && GUARDED.has(kind) && !user.isStaff) throw new Invalid([STAFF_ONLY]);
}
