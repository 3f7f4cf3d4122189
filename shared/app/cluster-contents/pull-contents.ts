import type { Cluster } from '#shared/domain/clusters/cluster';
import { withTimeout } from '../_core/with-timeout.ts';
import { type ContentsDeps, mirrorContents } from './mirror-contents.ts';

/** The time that an API function has left after the pull of the cluster itself. */
const PULL_MS = 4_000;

/**
 * The second half of a cluster's pull: its contents.
 * @param cluster the record after the first half
 * @throws Backend*, of which BackendUnavailable when it takes too long; what was written stays, and the next pull
 * continues
 */
export async function pullContents(deps: ContentsDeps, cluster: Cluster): Promise<void> {
  await withTimeout(PULL_MS, () => mirrorContents(deps, cluster));
}
