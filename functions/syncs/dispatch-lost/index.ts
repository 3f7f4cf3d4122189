import type { Context } from 'aws-lambda';
import { runScheduled } from '#shared/runtime/scheduled-run';
import { dispatchDeps } from '#shared/runtime/wiring/dispatch';
import { dispatchLost } from './dispatch-lost.ts';

const deps = dispatchDeps('syncs/dispatch-lost');

/** A schedule invokes this function every minute. The function starts the operations that are still in the outbox. */
export const handler = (_event: unknown, context: Context): Promise<void> =>
  runScheduled(deps, { job: 'dispatch lost', context, otherwise: undefined }, () => dispatchLost(deps));
