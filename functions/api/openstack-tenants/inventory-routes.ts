import { getVisible, seenBy } from '#shared/app/get-visible';
import { type Inventory, thingFilters, viewThing } from '#shared/contracts/rest/tenant-inventory';
import { parseUuid } from '#shared/domain/identifier';
import type { Tenant } from '#shared/domain/tenant';
import { noMatch } from '#shared/errors';
import type { OpenStack } from '#shared/ports/openstack';
import type { OpenStackSessions } from '#shared/ports/openstack-sessions';
import type { Store } from '#shared/ports/store';
import { readFilters } from '../_http/filters.ts';
import { listReply, pageOf } from '../_http/list-reply.ts';
import { ok } from '../_http/replies.ts';
import type { Call, Routes } from '../_http/router.ts';

export type InventoryDeps = { store: Pick<Store, 'tenants'>; openstack: OpenStackSessions };

export const visibleTenant = ({ store }: InventoryDeps, { params, caller }: Call): Promise<Tenant> =>
  getVisible(store.tenants, 'Tenant', params.uuid ?? '', seenBy(caller));

/** `GET …/{uuid}/<path>/` and one of them by uuid, both read from the cloud at this moment. */
export function inventoryRoutes<T extends { id: string; name: string }>(
  deps: InventoryDeps,
  path: string,
  of: Inventory<T> & { list: (session: OpenStack) => Promise<T[]> },
): Routes {
  const readAll = async (call: Call) => {
    const tenant = await visibleTenant(deps, call);
    const items = await of.list(await deps.openstack.open(tenant));
    return items.map((item) => viewThing(call.link, { tenant, path, of }, item));
  };
  return {
    [`GET /{uuid}/${path}/`]: async (call) => {
      const things = await readAll(call);
      const { matches = () => true } = readFilters(call.request.query, thingFilters);
      return listReply(call, pageOf(things.filter(matches)), { schema: of.schema, view: (_link, thing) => thing });
    },
    [`GET /{uuid}/${path}/{thing}/`]: async (call) => {
      const wanted = parseUuid(call.params.thing ?? '');
      const thing = (await readAll(call)).find(({ uuid }) => uuid === wanted);
      if (thing === undefined) throw noMatch('object');
      return ok(of.schema, thing);
    },
  };
}
