import { type Caller, canSee, visibilityOf } from '../../domain/caller.ts';
import type { Customer } from '../../domain/customer.ts';
import { parseUuid, type Uuid } from '../../domain/identifier.ts';
import type { ServiceProvider } from '../../domain/site-agent/service-provider.ts';
import { noMatch } from '../../errors.ts';
import type { Store } from '../../ports/store.ts';
import { EVERYTHING } from '../everything.ts';
import { inTurns } from '../in-turns.ts';

type Deps = { store: Pick<Store, 'customers' | 'offerings'> };

const AT_A_TIME = 10;
const asProvider = (customer: Customer, offeringCount: number): ServiceProvider => ({ customer, offeringCount });

/** Customers that have offerings which the caller sees as their seller, or one of them. */
export async function serviceProviders(
  { store }: Deps,
  caller: Caller,
  customerUuid?: Uuid,
): Promise<ServiceProvider[]> {
  const scope = { visibility: visibilityOf(caller), ...(customerUuid !== undefined && { customerUuid }) };
  const { items } = await store.offerings.list(scope, EVERYTHING);
  const bySeller = [...Map.groupBy(items, (offering) => offering.customerUuid)];
  const found = await inTurns(bySeller, AT_A_TIME, async ([uuid, offerings]) => {
    const customer = await store.customers.find(uuid);
    return customer === undefined ? [] : [asProvider(customer, offerings.length)];
  });
  return found.flat();
}

/** Throws NotFound where the caller sees no customer with this uuid that sells. */
export async function getServiceProvider(deps: Deps, caller: Caller, uuidText: string): Promise<ServiceProvider> {
  const uuid = parseUuid(uuidText);
  const isVisible = uuid !== undefined && canSee(caller, { customerUuid: uuid });
  const [provider] = isVisible ? await serviceProviders(deps, caller, uuid) : [];
  if (provider === undefined) throw noMatch('ServiceProvider');
  return provider;
}
