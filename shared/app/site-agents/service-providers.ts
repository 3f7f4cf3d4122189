import pMap from 'p-map';
import { parseUuid, type Uuid } from '#shared/domain/_core/identifier';
import { type Caller, canSee, visibilityOf } from '#shared/domain/organizations/caller';
import type { ServiceProvider } from '#shared/domain/site-agents/service-provider';
import { noMatch } from '#shared/errors';
import type { Store } from '#shared/ports/store';
import { WHOLE_LIST } from '../../ports/repository.ts';

type Deps = { store: Pick<Store, 'customers' | 'offerings'> };

const AT_A_TIME = 10;

/** Lists customers who sell offerings that the caller sees. With `customerUuid`, lists only this customer. */
export async function serviceProviders(
  { store }: Deps,
  caller: Caller,
  customerUuid?: Uuid,
): Promise<ServiceProvider[]> {
  const scope = { visibility: visibilityOf(caller), ...(customerUuid !== undefined && { customerUuid }) };
  const { items } = await store.offerings.list(scope, WHOLE_LIST);
  const bySeller = [...Map.groupBy(items, (offering) => offering.customerUuid)];
  const found = await pMap(
    bySeller,
    async ([uuid, offerings]) => {
      const customer = await store.customers.find(uuid);
      return customer === undefined ? [] : [{ customer, offeringCount: offerings.length }];
    },
    { concurrency: AT_A_TIME },
  );
  return found.flat();
}

export async function getServiceProvider(deps: Deps, caller: Caller, uuidText: string): Promise<ServiceProvider> {
  const uuid = parseUuid(uuidText);
  const isVisible = uuid !== undefined && canSee(caller, { customerUuid: uuid });
  const [provider] = isVisible ? await serviceProviders(deps, caller, uuid) : [];
  if (provider === undefined) throw noMatch('ServiceProvider');
  return provider;
}
