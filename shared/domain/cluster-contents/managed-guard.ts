import { Invalid } from '#shared/errors';
import type { Cluster } from '../clusters/cluster.ts';
import type { Caller } from '../organizations/caller.ts';
import type { ContentKind } from './content-type.ts';

/** In a managed cluster only staff changes these (docs/spec/waldur-rancher.md#contents-of-clusters). */
const GUARDED: ReadonlySet<ContentKind> = new Set(['APP', 'WORKLOAD', 'HPA', 'CATALOG']);
const STAFF_ONLY = 'Only staff is allowed to manage cluster resources provided by managed Rancher plugin.';

/** Throws Invalid in Waldur's words, which answers 400 here, not 403. */
export function assertMayManage({ user }: Caller, kind: ContentKind, { managed }: Pick<Cluster, 'managed'>): void {
  if (managed !== undefined && GUARDED.has(kind) && !user.isStaff) throw new Invalid([STAFF_ONLY]);
}
