import type { Caller } from '../domain/caller.ts';
import type { Customer } from '../domain/customer.ts';
import { demand } from '../domain/permission.ts';
import { newRecord } from '../domain/record.ts';
import type { Clock, Ids } from '../ports/runtime.ts';
import type { Store } from '../ports/store.ts';
import { newSlug } from './new-slug.ts';

type Deps = { store: Pick<Store, 'customers' | 'counters' | 'commit'>; clock: Clock; ids: Ids };

export async function createCustomer(
  { store, clock, ids }: Deps,
  caller: Caller,
  input: Pick<Customer, 'name' | 'abbreviation'>,
): Promise<Customer> {
  demand(caller, 'customer.create');
  const slug = await newSlug(store, input.name);
  const customer: Customer = { ...newRecord(ids.uuid(), clock.now()), ...input, slug };
  await store.commit(store.customers.insert(customer));
  return customer;
}
