import { LOG } from '#shared/contracts/telemetry';
import type { Failure } from '#shared/domain/_core/failure';
import { changed } from '#shared/domain/_core/record';
import { APP_STATES_AT_WORK, machineAtWork } from '#shared/domain/cluster-contents/apps/app-release';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import { failureOfLost } from '#shared/domain/clusters/ended-execution';
import { WHOLE_LIST } from '#shared/ports/repository';
import type { Clock, Executions, Logger, Secrets } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { answersSecretName } from '../cluster-contents/apps/app-deps.ts';
import { appOfOperation } from '../cluster-contents/steps/app-of-operation.ts';
import { isLeftAlone, isWaiting, rescueEach } from './lost-operations.ts';

type Deps = {
  store: Store;
  executions: Executions;
  secrets: Pick<Secrets, 'remove'>;
  stage: string;
  clock: Clock;
  log: Logger;
};
/** Failures that the run has recorded on applications, and the errors of the run itself. */
export type RescuedApps = { failures: Failure[]; errors: unknown[] };

/** Applications with an unfinished operation that were not changed for some minutes. */
async function appsAtWork(deps: Deps): Promise<ClusterContent[]> {
  const scope = { visibility: 'all' as const, where: { state: APP_STATES_AT_WORK } };
  const { items } = await deps.store.contents.list('APP', scope, WHOLE_LIST, (app) => isLeftAlone(deps, app));
  return items;
}

/**
 * Ends one operation if its state machine never began, or has ended without ending the operation. The state of the
 * execution is read first. If the execution has ended, the record that is read afterwards contains its last write.
 */
async function rescueOne(deps: Deps, { clusterUuid, uuid: appUuid, release: listed }: ClusterContent) {
  const { store, executions, secrets, stage, clock, log } = deps;
  if (listed === undefined) return undefined;
  const { operationUuid } = listed;
  const machine = machineAtWork(listed);
  if (machine === undefined || (await isWaiting(deps, operationUuid))) return undefined;
  const state = await executions.stateOf({ uuid: operationUuid, machine });
  if (state.kind === 'running') return undefined;
  const { app, release } = await appOfOperation(deps, { clusterUuid, appUuid, operationUuid });
  if (machineAtWork(release) === undefined || !isLeftAlone(deps, app)) return undefined;
  const lastError = failureOfLost(machine, state, clock.now().toISOString());
  await secrets.remove(answersSecretName(stage, operationUuid));
  const next = changed(app, clock.now(), { release: { ...release, state: 'ERRED' as const, lastError } });
  await store.commit(store.clusters.assertStays(clusterUuid), store.contents.replace(next));
  log.error(LOG.orderRescued, { clusterUuid, appUuid, operationUuid, execution: state.kind, lastError });
  return lastError;
}

/**
 * Ends each operation on an application if its state machine was stopped, has died or never began. The application
 * becomes ERRED: users can request the change again, or delete the application. A running execution is left alone, even
 * if it takes very long.
 */
export const rescueApps = async (deps: Deps): Promise<RescuedApps> =>
  rescueEach(deps, await appsAtWork(deps), {
    operationOf: ({ release }) => {
      const machine = release && machineAtWork(release);
      return machine && { operationUuid: release.operationUuid, machine };
    },
    rescueOne: (app) => rescueOne(deps, app),
    idsOf: ({ clusterUuid, uuid: appUuid }) => ({ clusterUuid, appUuid }),
  });
