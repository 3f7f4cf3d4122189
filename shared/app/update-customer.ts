import type { Caller } from '../domain/caller.ts';
import type { Customer } from '../domain/customer.ts';
import { demand } from '../domain/permission.ts';
import { changed } from '../domain/record.ts';
import { isSameValue } from '../domain/same-value.ts';
import type { Store } from '../ports/store.ts';
import { onFreshRecords } from './on-fresh-records.ts';
import { type RenameDeps, renameWithin } from './rename-within.ts';

type Deps = RenameDeps & { store: Pick<Store, 'customers'> };
type Change = { name?: string | undefined; abbreviation?: string | undefined };

/** `read` finds the customer anew and throws NotFound; `readChange` reads the body, after the check of permission. */
export async function updateCustomer(
  deps: Deps,
  caller: Caller,
  read: () => Promise<Customer>,
  readChange: () => Change,
): Promise<Customer> {
  const { store, clock } = deps;
  const customer = await onFreshRecords(async () => {
    const before = await read();
    demand(caller, 'customer.update', { customerUuid: before.uuid });
    const { name = before.name, abbreviation = before.abbreviation } = readChange();
    const next = changed(before, clock.now(), { name, abbreviation });
    if (isSameValue({ ...next, version: before.version, modified: before.modified }, before)) return before;
    await store.commit(store.customers.replace(next));
    return next;
  });
  await renameWithin(deps, { customerUuid: customer.uuid }, { customerName: customer.name });
  return customer;
}
