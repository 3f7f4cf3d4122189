import { dispatchPending } from '#shared/app/dispatch-operation';
import { dispatchDeps } from '#shared/runtime/wiring/dispatch';

const deps = dispatchDeps('syncs/dispatch-lost');

/** Invoked every minute: dispatches what the stream lost. */
export const handler = (): Promise<void> => dispatchPending(deps);
