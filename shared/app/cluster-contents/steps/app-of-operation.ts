import type { Target } from '#shared/app/_core/steps/fence';
import { changed } from '#shared/domain/_core/record';
import type { AppRelease } from '#shared/domain/cluster-contents/apps/app-release';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import { Superseded } from '#shared/errors';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { retryOnConflict } from '../../_core/retry-on-conflict.ts';

export type AppTarget = Target & { appUuid: string };
export type AppInHand = { app: ClusterContent; release: AppRelease };

type Deps = { store: Pick<Store, 'contents' | 'clusters' | 'commit'>; clock: Clock };

/** Finds the application. Throws Superseded if the application has another current operation by now. */
export async function appOfOperation(
  { store }: Pick<Deps, 'store'>,
  { clusterUuid, appUuid, operationUuid }: AppTarget,
): Promise<AppInHand> {
  const app = await store.contents.findInCluster(clusterUuid, 'APP', appUuid);
  const release = app?.release;
  if (app === undefined || release?.operationUuid !== operationUuid) {
    throw new Superseded(`operation ${operationUuid} is no longer the current operation of application ${appUuid}`);
  }
  return { app, release };
}

/**
 * Changes the release in the application's record. A pull may write this record at the same time. If the two writes
 * conflict, the record is read and changed again.
 */
export async function changeRelease(
  deps: Deps,
  target: AppTarget,
  change: (release: AppRelease) => AppRelease,
): Promise<void> {
  const { store, clock } = deps;
  await retryOnConflict(async () => {
    const { app, release } = await appOfOperation(deps, target);
    await store.commit(
      store.clusters.assertStays(target.clusterUuid),
      store.contents.replace(changed(app, clock.now(), { release: change(release) })),
    );
  });
}

export const placeOf = ({ namespaceName: namespace, name }: ClusterContent) => ({ namespace, name });
