import { countFailedOrder } from '#shared/app/_core/count-failed-order';
import { retryOnConflict } from '#shared/app/_core/retry-on-conflict';
import type { RecordsDeps } from '#shared/app/_core/steps/records-deps';
import { mailOrderer } from '#shared/app/marketplace/orders/mail-about-order';
import { steps } from '#shared/contracts/steps';
import { LOG } from '#shared/contracts/telemetry';
import { failureOf } from '#shared/domain/_core/failure';
import { changed } from '#shared/domain/_core/record';
import { readyMail } from '#shared/domain/mail/order-mail';
import { orderMovesTo } from '#shared/domain/marketplace/order';
import { PROJECT_CREATED } from '#shared/domain/provider-syncs/sync-jobs';
import { failProjectOrder } from '../fail-project.ts';
import { type ProjectTarget, projectOfOperation } from '../project-of-operation.ts';
import { changePart, onProjectRecords } from './on-project.ts';

type Caught = { error: string; cause: string; failedStep: string };
const failureFrom = ({ clock }: RecordsDeps, { error, cause, failedStep: step }: Caught) =>
  failureOf({ error, cause, step }, clock.now().toISOString());

/** Sets the order to `done`, and writes the ordered limits to the resource in the same transaction. */
async function finish(deps: RecordsDeps, target: ProjectTarget): Promise<boolean> {
  const { store, clock } = deps;
  const { resource, part, order } = await projectOfOperation(store, target);
  if (order.state !== 'executing') return false;
  const now = clock.now();
  const limits = order.rancherProject?.limits ?? part.limits;
  const mails = order.type === 'Create' ? await mailOrderer(deps, order, (to) => readyMail(to, order)) : [];
  await store.commit(
    store.orders.replace(orderMovesTo(order, 'done', now, { completedAt: now.toISOString() })),
    store.resources.replace(
      changed(resource, now, {
        state: order.type === 'Terminate' ? 'Terminated' : 'OK',
        pendingOrderUuid: undefined,
        rancherProject: { ...part, limits },
      }),
    ),
    ...mails,
  );
  deps.metrics.add('OrdersDone', 1, { Type: order.type });
  return true;
}

/**
 * Sets the order to `done`. For a new project, also publishes the event that starts the sync of members. A repeated
 * step may publish the event again.
 */
export const finishProject = onProjectRecords(
  steps.records.finishProject,
  async (deps: RecordsDeps, { order }, target) => {
    await retryOnConflict(() => finish(deps, target));
    if (order.type === 'Create') {
      const detail = { resourceUuid: target.resourceUuid, orderUuid: order.uuid };
      await deps.events.publish({ type: PROJECT_CREATED, detail });
    }
    return {};
  },
);

export const noteProjectWarning = onProjectRecords(
  steps.records.noteProjectWarning,
  async (deps: RecordsDeps, { order }, input) => {
    const warning = failureFrom(deps, input);
    deps.log.warn(LOG.projectWithoutGroup, { orderUuid: order.uuid, warning });
    await changePart(deps, input, { warning });
    return {};
  },
);

async function fail(deps: RecordsDeps, input: ProjectTarget & Caught): Promise<void> {
  const lastError = failureFrom(deps, input);
  if (await failProjectOrder(deps, input, lastError)) countFailedOrder(deps.metrics, lastError);
}

export const failProject = onProjectRecords(steps.records.failProject, async (deps: RecordsDeps, _, input) => {
  await retryOnConflict(() => fail(deps, input));
  return {};
});
