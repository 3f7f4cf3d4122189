import { newRecord } from '#shared/domain/_core/record';
import type { Caller } from '#shared/domain/organizations/caller';
import type { Customer } from '#shared/domain/organizations/customer';
import { assertPermitted } from '#shared/domain/organizations/permission';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { newSlug } from '../_core/new-slug.ts';

type Deps = { store: Pick<Store, 'customers' | 'counters' | 'commit'>; clock: Clock; ids: Ids };

export async function createCustomer(
  { store, clock, ids }: Deps,
  caller: Caller,
  input: Pick<Customer, 'name' | 'abbreviation'>,
): Promise<Customer> {
  assertPermitted(caller, 'customer.create');
  const slug = await newSlug(store, input.name);
  const customer: Customer = { ...newRecord(ids.uuid(), clock.now()), ...input, slug };
  await store.commit(store.customers.insert(customer));
  return customer;
}
