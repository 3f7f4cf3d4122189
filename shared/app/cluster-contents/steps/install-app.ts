import { onContents } from '#shared/app/_core/steps/implement';
import { type RancherDeps, rancherOf } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import { valuesOf, valuesWithout } from '#shared/domain/cluster-contents/apps/answer-values';
import { type AppRelease, OPERATION_ANNOTATION } from '#shared/domain/cluster-contents/apps/app-release';
import type { FoundApp } from '#shared/domain/cluster-contents/apps/helm-verdict';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { HelmFailed } from '#shared/errors';
import type { Rancher } from '#shared/ports/rancher';
import type { HelmOperationRef, NewRelease } from '#shared/ports/rancher/catalogs';
import type { KeyedRancher } from '#shared/ports/rancher/keyed-rancher';
import { answersSecretName, secretAnswersOf } from '../apps/app-deps.ts';
import { type AppInHand, type AppTarget, appOfOperation, changeRelease, placeOf } from './app-of-operation.ts';
import { openForHelm } from './requester.ts';

type Work = AppInHand & { rancher: Rancher; cluster: Cluster; target: AppTarget };
type Values = Record<string, unknown>;

const isBy = (operationUuid: string | undefined, found: FoundApp | undefined): boolean =>
  operationUuid !== undefined && found?.annotations[OPERATION_ANNOTATION] === operationUuid;

async function questionsOf({ cluster, release }: Work, charts: KeyedRancher) {
  const { repository, chart, version } = release;
  const found = await charts.findChartVersion(cluster.backendId, { repository, chart, version });
  return found?.questions ?? [];
}

const chartFor = ({ app, release, target }: Work, version: string, values: Values): NewRelease => ({
  namespace: app.namespaceName,
  charts: [
    {
      ...{ chart: release.chart, version, releaseName: app.name, values },
      annotations: { [OPERATION_ANNOTATION]: target.operationUuid },
    },
  ],
});

/**
 * Records that Rancher has accepted the request. Removes the secret answers to the chart's questions from the secret
 * store, because the cluster has them now.
 */
async function accepted(deps: RancherDeps, target: AppTarget, helmOperation: HelmOperationRef | undefined) {
  if (helmOperation) await changeRelease(deps, target, (release) => ({ ...release, helmOperation }));
  await deps.secrets.remove(answersSecretName(deps.stage, target.operationUuid));
  return {};
}

/**
 * Whether Rancher already has the request. This is true if the record names Rancher's Helm operation, or if Paddock's
 * current operation has made the release.
 */
const isAsked = ({ release, target }: Work, found: FoundApp | undefined): boolean =>
  release.helmOperation !== undefined || isBy(target.operationUuid, found);

async function workOf(deps: RancherDeps, target: AppTarget, cluster: Cluster): Promise<Work> {
  const inHand = await appOfOperation(deps, target);
  return { ...inHand, target, cluster, rancher: await rancherOf(deps, cluster) };
}

/**
 * Asks Rancher to install the release, with the rights of the user who requested it. A repeated step does not ask again (S0-219). Fails if a release of this name
 * exists that Paddock did not install.
 */
export const installApp = onContents(steps.rancher.installApp, async (deps: RancherDeps, target, cluster) => {
  const work = await workOf(deps, target, cluster);
  const { rancher, app, release } = work;
  const found = await rancher.findApp(cluster.backendId, placeOf(app));
  if (isAsked(work, found)) return accepted(deps, target, undefined);
  if (found) {
    throw new HelmFailed(
      `Namespace ${app.namespaceName} already has a release named ${app.name} that Paddock did not install.`,
    );
  }
  const charts = await openForHelm(deps, cluster, target, release);
  const answers = { ...release.answers, ...(await secretAnswersOf(deps, target.operationUuid)) };
  const values = valuesOf(await questionsOf(work, charts), answers);
  const { repository, version } = release;
  return accepted(
    deps,
    target,
    await charts.installCharts(cluster.backendId, repository, chartFor(work, version, values)),
  );
});

/**
 * Makes the values of an upgrade from the values of the newest revision and from the new answers to the chart's
 * questions. A new answer replaces the earlier answer to the same question.
 */
async function newValues(deps: RancherDeps, work: Work, charts: KeyedRancher, found: FoundApp): Promise<Values> {
  const { cluster, app, release, target } = work;
  const now = await charts.findAppRevision(cluster.backendId, placeOf(app), found.revision);
  const kept = valuesWithout(now?.values ?? {}, release.dropped ?? []);
  const answers = { ...release.answers, ...(await secretAnswersOf(deps, target.operationUuid)) };
  return valuesOf(await questionsOf(work, charts), answers, kept);
}

/**
 * Reads the version and the values of the revision to which a rollback returns. Also records the number of this
 * revision. Usually it is the revision before the newest. If Paddock made the newest revision, the revision before it
 * may be the result of an operation that failed. So in this case, a number that is already recorded is used.
 */
async function formerRevision(
  deps: RancherDeps,
  { cluster, app, release, target }: Work,
  charts: KeyedRancher,
  found: FoundApp,
) {
  const isPaddocks = found.annotations[OPERATION_ANNOTATION] !== undefined;
  const toRevision = (isPaddocks ? release.toRevision : undefined) ?? found.revision - 1;
  const former = await charts.findAppRevision(cluster.backendId, placeOf(app), toRevision);
  if (!former) throw new HelmFailed(`Helm no longer has revision ${toRevision} of ${app.name}.`);
  const { version, values } = former;
  await changeRelease(deps, target, (known) => ({ ...known, version, toRevision }));
  return { version, values };
}

/**
 * Asks Rancher to upgrade the release. A repeated step does not ask again. A rollback is an upgrade to the version and
 * the values of an earlier revision.
 */
export const upgradeApp = onContents(steps.rancher.upgradeApp, async (deps: RancherDeps, target, cluster) => {
  const work = await workOf(deps, target, cluster);
  const { rancher, app, release } = work;
  const found = await rancher.findApp(cluster.backendId, placeOf(app));
  if (isAsked(work, found)) return accepted(deps, target, undefined);
  if (!found) throw new HelmFailed(`Namespace ${app.namespaceName} no longer has a release named ${app.name}.`);
  const charts = await openForHelm(deps, cluster, target, release);
  const { version, values } =
    release.rollsBack === true
      ? await formerRevision(deps, work, charts, found)
      : { version: release.version, values: await newValues(deps, work, charts, found) };
  return accepted(
    deps,
    target,
    await charts.upgradeCharts(cluster.backendId, release.repository, chartFor(work, version, values)),
  );
});

/** Whether Paddock installed the release. A release that existed before under the same name is not changed. */
const isOurs = ({ isInstalled, installedBy }: AppRelease, found: FoundApp): boolean =>
  isInstalled || isBy(installedBy, found);

/**
 * Asks Rancher to uninstall the release. A repeated step does not ask again. Returns `gone` if Paddock's release does
 * not exist any more.
 */
export const uninstallApp = onContents(steps.rancher.uninstallApp, async (deps: RancherDeps, target, cluster) => {
  const work = await workOf(deps, target, cluster);
  const { rancher, app, release } = work;
  const found = await rancher.findApp(cluster.backendId, placeOf(app));
  if (!found || !isOurs(release, found)) return { gone: true };
  if (release.helmOperation === undefined) {
    const charts = await openForHelm(deps, cluster, target, release);
    const helmOperation = await charts.uninstallApp(cluster.backendId, placeOf(app));
    if (helmOperation) await changeRelease(deps, target, (known) => ({ ...known, helmOperation }));
    return { gone: false };
  }
  const operation = await rancher.findHelmOperation(cluster.backendId, release.helmOperation);
  if (operation?.isFailed) throw new HelmFailed(`Helm could not uninstall ${app.name}: ${operation.message.trim()}`);
  return { gone: false };
});
