import type { Caller } from '../domain/caller.ts';
import { type PlannedObjects, plannedObjects } from '../domain/planned-objects.ts';
import { type FieldErrors, Invalid } from '../errors.ts';
import { runChecks } from './check-order.ts';
import type { OrderDeps } from './order-deps.ts';
import { demandOrderable, demandOrdersAccepted, type OrderRequest, whatIsOrdered } from './order-request.ts';
import { resolveSshKeys } from './resolve-ssh-keys.ts';
import { takenNodeNames } from './taken-node-names.ts';

/** `objects` is absent when the order is too wrong for a plan. */
export type OrderPreview = { errors: readonly FieldErrors[]; objects?: PlannedObjects };

const isList = (body: Invalid['body']): body is readonly string[] => Array.isArray(body);

/** Runs checks without ending at the first that fails; what a backend throws still ends it. */
function collector() {
  const errors: FieldErrors[] = [];
  const attempt = async <T>(check: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      errors.push(isList(error.body) ? { non_field_errors: error.body } : error.body);
      return undefined;
    }
  };
  return { errors, attempt };
}

/**
 * What an order would make and every check that it would fail, with nothing written anywhere. Throws as `createOrder` does when
 * it cannot be said what is ordered, or the caller may not order it.
 */
export async function previewOrder(
  deps: Pick<OrderDeps, 'store' | 'openstack' | 'site'>,
  caller: Caller,
  request: OrderRequest,
): Promise<OrderPreview> {
  const { project, offering } = await whatIsOrdered(deps.store, caller, request);
  const { errors, attempt } = collector();
  await attempt(() => demandOrderable(offering, request));
  await attempt(() => demandOrdersAccepted(deps.site));
  const requested = await attempt(request.readAttributes);
  if (!requested) return { errors };
  const attributes = (await attempt(() => resolveSshKeys(deps.store, caller, requested))) ?? requested;
  const { settings, tenants, plan } = await runChecks(
    deps,
    caller,
    { project, offering, attributes },
    attempt,
    async (of) => new Set(await takenNodeNames(deps.openstack, of)),
  );
  return tenants && plan ? { errors, objects: plannedObjects(attributes, { plan, settings, tenants }) } : { errors };
}
