import { onProvider } from '#shared/app/_core/steps/implement';
import { steps } from '#shared/contracts/steps';
import type { LookDeps } from '../looks/answer-waits.ts';
import { shareLook } from '../looks/share-look.ts';

/**
 * Waits until Cluster API has made, changed or deleted the cluster. Operations read all clusters of the provider
 * together, with one request for each kind of object. A problem that waiting cannot solve ends the wait at once.
 */
export const watchClusterApi = onProvider(steps.watch.watchClusterApi, (deps: LookDeps, input, cluster) =>
  shareLook(deps, cluster, input),
);
