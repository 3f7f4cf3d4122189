import type { Context } from 'aws-lambda';
import { deliverHooks } from '#shared/app/hooks/deliver-hook';
import { runScheduled } from '#shared/runtime/scheduled-run';
import { hookDeliveryDeps } from '#shared/runtime/wiring/hooks';

const deps = hookDeliveryDeps('syncs/deliver-hooks');

/** A schedule invokes this function every minute. The function sends the due deliveries to hooks. */
export const handler = (_event: unknown, context: Context): Promise<number> =>
  runScheduled(deps, { job: 'deliver hooks', context, otherwise: 0 }, () => deliverHooks(deps));
