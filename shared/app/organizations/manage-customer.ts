import { changed, newRecord } from '#shared/domain/_core/record';
import { isSameValue } from '#shared/domain/_core/values/deep-equal';
import type { Caller } from '#shared/domain/organizations/caller';
import type { Customer } from '#shared/domain/organizations/customer';
import { assertPermitted } from '#shared/domain/organizations/permission';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { newSlug } from '../_core/new-slug.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { propagateName, type RenameDeps } from './propagate-name.ts';

type Deps = RenameDeps & { store: Pick<Store, 'customers'> };
type Change = { name?: string | undefined; abbreviation?: string | undefined };

/**
 * Changes a customer. `read` returns the customer or throws NotFound, and is called again for each attempt.
 * `parseChange` parses the body, after the permission check.
 */
export async function updateCustomer(
  deps: Deps,
  caller: Caller,
  read: () => Promise<Customer>,
  parseChange: () => Change,
): Promise<Customer> {
  const { store, clock } = deps;
  const customer = await retryOnConflict(async () => {
    const before = await read();
    assertPermitted(caller, 'customer.update', { customerUuid: before.uuid });
    const { name = before.name, abbreviation = before.abbreviation } = parseChange();
    const next = changed(before, clock.now(), { name, abbreviation });
    if (isSameValue({ ...next, version: before.version, modified: before.modified }, before)) return before;
    await store.commit(store.customers.replace(next));
    return next;
  });
  await propagateName(deps, { customerUuid: customer.uuid }, { customerName: customer.name });
  return customer;
}

type NewCustomerDeps = { store: Pick<Store, 'customers' | 'counters' | 'commit'>; clock: Clock; ids: Ids };

export async function createCustomer(
  { store, clock, ids }: NewCustomerDeps,
  caller: Caller,
  input: Pick<Customer, 'name' | 'abbreviation'>,
): Promise<Customer> {
  assertPermitted(caller, 'customer.create');
  const slug = await newSlug(store, input.name);
  const customer: Customer = { ...newRecord(ids.uuid(), clock.now()), ...input, slug };
  await store.commit(store.customers.insert(customer));
  return customer;
}
