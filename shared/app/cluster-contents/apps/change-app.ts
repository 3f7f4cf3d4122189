import { assertState } from '#shared/domain/_core/assert-state';
import type { Operation } from '#shared/domain/_core/operation';
import { changed } from '#shared/domain/_core/record';
import type { Answers } from '#shared/domain/cluster-contents/apps/answer-values';
import { splitAnswers } from '#shared/domain/cluster-contents/apps/answer-values';
import {
  type AppRelease,
  type InstalledVersion,
  keptSecretNames,
  scheduledChange,
  scheduledRollback,
} from '#shared/domain/cluster-contents/apps/app-release';
import { templateUuid } from '#shared/domain/cluster-contents/apps/template';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import { appFacts, templateFacts } from '#shared/domain/cluster-contents/content-facts';
import type { Caller } from '#shared/domain/organizations/caller';
import { Conflict, Invalid, noMatch } from '#shared/errors';
import { retryOnConflict } from '../../_core/retry-on-conflict.ts';
import { type OpenCluster, openCluster, writableContent } from '../open-content.ts';
import { recordedChange } from '../recorded-change.ts';
import { type AppDeps, appOperation, withSecretAnswers } from './app-deps.ts';
import { chartsAsCaller } from './charts-as-caller.ts';
import { checkedQuestions } from './check-app-answers.ts';

const APPS = { kind: 'APP', model: 'Application' } as const;
const NO_CATALOG =
  'The catalog of the application is unknown, because the application was not installed through Rancher.';

export type AppChange = {
  description?: string | undefined;
  version?: string | undefined;
  answers?: Answers | undefined;
};
export type AppCall = { uuidText: string; correlationId: string };

/**
 * The release of an application. An application that was installed in Rancher itself has no stored release. Its release
 * is made from the data that Rancher shows.
 */
function releaseOf({ release, facts, description }: ClusterContent): AppRelease {
  if (release) return release;
  const { catalog: repository, chart, version, revision } = appFacts.parse(facts);
  return {
    ...{ state: 'OK', operationUuid: '', repository, chart, version, description, answers: {}, secretNames: [] },
    revision,
    ...{ rancherProjectId: '', isInstalled: true },
  };
}

/**
 * Finds an application and its release for a change. Throws 404, 403, 400, 409 or 405. A release with a running
 * operation gives 409.
 */
async function openRelease(deps: AppDeps, caller: Caller, uuidText: string) {
  const found = await writableContent(deps, caller, APPS, uuidText);
  // The index by uuid lags behind the table, and a state machine may just have written the record. So the record is
  // read again by its key.
  const { clusterUuid, uuid } = found.content;
  const content = await deps.store.contents.findInCluster(clusterUuid, 'APP', uuid);
  if (content === undefined) throw noMatch(APPS.model);
  const open = { ...(await openCluster(deps, found.cluster)), content };
  const release = releaseOf(content);
  assertState(release, ['OK', 'ERRED']);
  return { open, release };
}

/** Refuses to change an application that has no release. An application has no release if its installation failed. */
function assertChangeable({ isInstalled, repository }: AppRelease): void {
  if (!isInstalled) throw new Conflict('The application was never installed. Delete it and create it again.');
  if (repository === '') throw new Conflict(NO_CATALOG);
}

type OpenContent = OpenCluster & { content: ClusterContent };
type Accepted = { machine: Operation['machine'] & `${string}-app`; release: AppRelease; secrets?: Answers };

async function accept(
  deps: AppDeps,
  { content, cluster }: OpenContent,
  operation: Operation,
  { release, secrets = {} }: Pick<Accepted, 'release' | 'secrets'>,
): Promise<ClusterContent> {
  const { store, clock } = deps;
  const next = changed(content, clock.now(), { release });
  const eventType = operation.machine === 'delete-app' ? 'cluster_content_deleted' : 'cluster_content_updated';
  const fields = { version: { before: content.release?.version ?? '', after: release.version } };
  await recordedChange(deps, { cluster }, { eventType, title: 'Application', content, fields }, () =>
    withSecretAnswers(deps, operation.uuid, secrets, () =>
      store.commit(
        store.clusters.assertStays(cluster.uuid),
        store.contents.replace(next),
        store.outbox.insert(operation),
      ),
    ),
  );
  return next;
}

/** The template must offer the version. The installed version is always allowed. */
async function assertOffered({ store }: AppDeps, { content }: OpenContent, release: AppRelease, version: string) {
  if (version === release.version) return;
  const { clusterUuid } = content;
  const uuid = templateUuid(clusterUuid, release.repository, release.chart);
  const template = await store.contents.findInCluster(clusterUuid, 'TEMPLATE', uuid);
  const offered = template === undefined ? [] : templateFacts.parse(template.facts).versions;
  if (!offered.includes(version)) throw new Invalid({ version: [`The template has no version ${version}.`] });
}

/**
 * Returns the wanted version with the answers that are not secret. The secret answers of this request are returned
 * separately. Secret answers that the request leaves out keep their values. A secret answer of null loses its value.
 */
async function wantedVersion(
  deps: AppDeps,
  caller: Caller,
  { cluster }: OpenContent,
  release: AppRelease,
  { version = release.version, answers }: AppChange,
) {
  const { repository, chart } = release;
  const given = answers ?? release.answers;
  const kept = keptSecretNames(release).filter((name) => given[name] !== null);
  const isKept = answers === undefined ? 'all' : kept;
  const questions = await chartsAsCaller(deps, caller, cluster, (charts) =>
    checkedQuestions({ charts, clusterId: cluster.backendId }, { repository, chart, version }, given, isKept),
  );
  const { shown, secrets, secretNames } = splitAnswers(questions, given);
  const to: InstalledVersion = { version, answers: shown, secretNames: [...new Set([...kept, ...secretNames])].sort() };
  return { to, secrets };
}

/**
 * Changes answers, version and description (S0-061). Without answers and version, only the record changes.
 * @param readChange reads the body, after the checks of permission and state
 */
export const changeApp = (
  deps: AppDeps,
  caller: Caller,
  call: AppCall,
  readChange: () => AppChange,
): Promise<ClusterContent> => retryOnConflict(() => changeOnce(deps, caller, call, readChange));

async function changeOnce(
  deps: AppDeps,
  caller: Caller,
  { uuidText, correlationId }: AppCall,
  readChange: () => AppChange,
): Promise<ClusterContent> {
  const { open, release } = await openRelease(deps, caller, uuidText);
  const change = readChange();
  const { description = release.description } = change;
  if (change.answers === undefined && change.version === undefined) {
    const next = changed(open.content, deps.clock.now(), { release: { ...release, description } });
    await deps.store.commit(deps.store.contents.replace(next));
    return next;
  }
  assertChangeable(release);
  await assertOffered(deps, open, release, change.version ?? release.version);
  const { to, secrets } = await wantedVersion(deps, caller, open, release, change);
  const operation = appOperation(deps, open.content, 'update-app', correlationId);
  const scheduled = { ...scheduledChange(release, operation.uuid, to), description, requestedBy: caller.user.uuid };
  return accept(deps, open, operation, { release: scheduled, secrets });
}

/**
 * Rolls back to the former revision. Rancher has no rollback action. So the former chart and values, which Helm keeps,
 * are installed as an upgrade.
 */
export const rollBackApp = (deps: AppDeps, caller: Caller, call: AppCall): Promise<ClusterContent> =>
  retryOnConflict(() => rollBackOnce(deps, caller, call));

async function rollBackOnce(deps: AppDeps, caller: Caller, call: AppCall): Promise<ClusterContent> {
  const { open, release } = await openRelease(deps, caller, call.uuidText);
  assertChangeable(release);
  const { revision } = appFacts.parse(open.content.facts);
  if (revision < 2 && !release.former) throw new Conflict('The application has no earlier revision to roll back to.');
  const operation = appOperation(deps, open.content, 'update-app', call.correlationId);
  const scheduled = { ...scheduledRollback(release, operation.uuid), requestedBy: caller.user.uuid };
  return accept(deps, open, operation, { release: scheduled });
}

/** Accepts the deletion of an application, even if its installation failed. */
export const deleteApp = (deps: AppDeps, caller: Caller, call: AppCall): Promise<void> =>
  retryOnConflict(() => deleteOnce(deps, caller, call));

async function deleteOnce(deps: AppDeps, caller: Caller, call: AppCall): Promise<void> {
  const { open, release } = await openRelease(deps, caller, call.uuidText);
  const operation = appOperation(deps, open.content, 'delete-app', call.correlationId);
  const { helmOperation: _over, accountIds: _deleted, ...kept } = release;
  const scheduled = {
    state: 'DELETION_SCHEDULED',
    operationUuid: operation.uuid,
    requestedBy: caller.user.uuid,
  } as const;
  await accept(deps, open, operation, { release: { ...kept, ...scheduled } });
}
