import { onContents } from '#shared/app/_core/steps/implement';
import { type RancherDeps, rancherOf } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import { failureOf } from '#shared/domain/_core/failure';
import { changed } from '#shared/domain/_core/record';
import { OPERATION_ANNOTATION, succeededRelease } from '#shared/domain/cluster-contents/apps/app-release';
import { helmVerdict } from '#shared/domain/cluster-contents/apps/helm-verdict';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { HelmFailed } from '#shared/errors';
import { answersSecretName } from '../apps/app-deps.ts';
import { recordContent } from '../record-content.ts';
import { syncContents } from '../sync-contents.ts';
import { appOfOperation, changeRelease, placeOf } from './app-of-operation.ts';
import { endAccess } from './requester.ts';

/**
 * Reads Helm's operation and the release from Rancher. Returns `deployed: true` once the release is deployed. Throws
 * HelmFailed with Helm's reason if the operation failed (S0-220 to S0-222).
 */
export const watchApp = onContents(steps.rancher.watchApp, async (deps: RancherDeps, target, cluster) => {
  const { app, release } = await appOfOperation(deps, target);
  const rancher = await rancherOf(deps, cluster);
  // Read the operation before the release. If the operation has already ended, the release that is read afterwards
  // shows the result of the operation.
  const operation =
    release.helmOperation && (await rancher.findHelmOperation(cluster.backendId, release.helmOperation));
  const found = await rancher.findApp(cluster.backendId, placeOf(app));
  const isOurs = found?.annotations[OPERATION_ANNOTATION] === target.operationUuid;
  const verdict = helmVerdict(operation, isOurs ? found : undefined);
  if (verdict.kind === 'failed') throw new HelmFailed(verdict.reason);
  return { deployed: verdict.kind === 'deployed' };
});

/** Pulls the contents of the cluster, because the operation has changed the application's workloads (S0-223). */
const pullWorkloads = (deps: RancherDeps, cluster: Cluster) => syncContents(deps, cluster);

/**
 * The last step of an installation or upgrade. Records the application's current data from Rancher, and sets the
 * application's state to OK.
 */
export const finishApp = onContents(steps.rancher.finishApp, async (deps: RancherDeps, target, cluster) => {
  const { app, release } = await appOfOperation(deps, target);
  await endAccess(deps, cluster, release);
  const rancher = await rancherOf(deps, cluster);
  await recordContent(deps, { cluster, rancher }, { type: 'catalog.cattle.io.app', backendId: app.backendId });
  await pullWorkloads(deps, cluster);
  // A pull at the same time may have read Rancher before Helm had finished, and recorded an old revision. So the
  // revision is read again here.
  const { revision } = (await rancher.findApp(cluster.backendId, placeOf(app))) ?? {};
  await changeRelease(deps, target, (known) => succeededRelease(known, revision));
  return {};
});

/**
 * The last step of a deletion: pulls the contents of the cluster, then removes the application's record. The record is
 * removed last, because a repeated step needs the record to check that the step's operation is still current. If
 * somebody else has installed a release with this name, the record stays, but without the data of Paddock's release.
 */
export const forgetApp = onContents(steps.rancher.forgetApp, async (deps: RancherDeps, target, cluster) => {
  const { store, clock } = deps;
  await pullWorkloads(deps, cluster);
  const { app, release } = await appOfOperation(deps, target);
  await endAccess(deps, cluster, release);
  const rancher = await rancherOf(deps, cluster);
  const others = await rancher.findApp(cluster.backendId, placeOf(app));
  await store.commit(
    store.clusters.assertStays(cluster.uuid),
    others ? store.contents.replace(changed(app, clock.now(), { release: undefined })) : store.contents.remove(app),
  );
  return {};
});

/** Records in the application why its operation failed. Users see this reason. */
export const failApp = onContents(steps.rancher.failApp, async (deps: RancherDeps, input, cluster) => {
  const { error, cause, failedStep: step, operationUuid } = input;
  const lastError = failureOf({ error, cause, step }, deps.clock.now().toISOString());
  await deps.secrets.remove(answersSecretName(deps.stage, operationUuid));
  await endAccess(deps, cluster, (await appOfOperation(deps, input)).release);
  await changeRelease(deps, input, ({ accountIds: _deleted, ...release }) => ({
    ...release,
    state: 'ERRED',
    lastError,
  }));
  return {};
});
