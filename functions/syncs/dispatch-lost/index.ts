import { observe } from '#shared/runtime/telemetry';
import { dispatchDeps } from '#shared/runtime/wiring/dispatch';
import { dispatchLost } from './dispatch-lost.ts';

const deps = dispatchDeps('syncs/dispatch-lost');

/** Invoked every minute: dispatches operations that the stream has missed. */
export const handler = (): Promise<void> => observe(deps, 'dispatch lost', {}, () => dispatchLost(deps));
