import { deliverHooks } from '#shared/app/hooks/deliver-hook';
import { observe } from '#shared/runtime/telemetry';
import { hookDeliveryDeps } from '#shared/runtime/wiring/hooks';

const deps = hookDeliveryDeps('syncs/deliver-hooks');

/** Invoked every minute: sends the due deliveries to hooks. */
export const handler = (): Promise<number> => observe(deps, 'deliver hooks', {}, () => deliverHooks(deps));
