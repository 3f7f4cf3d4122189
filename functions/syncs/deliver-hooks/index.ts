import { deliverHooks } from '#shared/app/hooks/deliver-hook';
import { observe } from '#shared/runtime/telemetry';
import { hookDeliveryDeps } from '#shared/runtime/wiring/hooks';

const deps = hookDeliveryDeps('syncs/deliver-hooks');

/** A schedule invokes this function every minute. The function sends the due deliveries to hooks. */
export const handler = (): Promise<number> => observe(deps, 'deliver hooks', {}, () => deliverHooks(deps));
