import { observe } from '#shared/runtime/telemetry';
import { dispatchDeps } from '#shared/runtime/wiring/dispatch';
import { dispatchLost } from './dispatch-lost.ts';

const deps = dispatchDeps('syncs/dispatch-lost');

/** A schedule invokes this function every minute. The function starts the operations that are still in the outbox. */
export const handler = (): Promise<void> => observe(deps, 'dispatch lost', {}, () => dispatchLost(deps));
