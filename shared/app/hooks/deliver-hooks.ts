import pMap from 'p-map';
import { LOG } from '#shared/contracts/telemetry';
import { deliverHook, type HookDeliveryDeps } from './deliver-hook.ts';

/** A receiver may take ten seconds: one run's deliveries take less than two minutes. */
const PER_RUN = 200;
const AT_A_TIME = 20;

/**
 * Makes one attempt for each delivery that is due. A delivery that cannot be tried does not stop the others.
 * @returns how many were tried
 * @throws AggregateError with the failures, so that the run counts as failed
 */
export async function deliverHooks(deps: HookDeliveryDeps): Promise<number> {
  const { store, clock, log } = deps;
  const due = await store.hookDeliveries.listDue(clock.now(), PER_RUN);
  const errors: unknown[] = [];
  await pMap(
    due,
    async (key) => {
      try {
        await deliverHook(deps, key);
      } catch (error) {
        log.error(LOG.hookNotDelivered, { key, error });
        errors.push(error);
      }
    },
    { concurrency: AT_A_TIME },
  );
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} deliveries could not be tried`);
  return due.length;
}
