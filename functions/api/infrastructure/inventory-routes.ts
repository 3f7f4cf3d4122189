import {
  type Inventory,
  type InventoryPlace,
  inventoryListing,
  thingFilters,
  viewThing,
} from '#shared/contracts/rest/infrastructure/tenant-inventory';
import { parseUuid, type Uuid } from '#shared/domain/_core/identifier';
import { noMatch } from '#shared/errors';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply } from '../_http/lists/list-reply.ts';
import { pageOf } from '../_http/lists/paging.ts';
import { ok } from '../_http/replies.ts';
import type { Call, Routes } from '../_http/router.ts';

/**
 * Makes the routes `GET …/{uuid}/<path>/` and `GET …/{uuid}/<path>/{thing}/`, which read from the cloud. `open` checks
 * the caller. `narrow` reads filters that only one kind of object has, such as the filters of flavors.
 */
export function inventoryRoutes<T extends { id: string; name: string }, S>(
  open: (call: Call) => Promise<{ place: InventoryPlace; session: S }>,
  path: string,
  of: Inventory<T> & { list: (session: S) => Promise<T[]> },
  narrow: (call: Call) => Promise<(thing: { name: string; settingsUuid: Uuid }) => boolean> = async () => () => true,
): Routes {
  const readAll = async (call: Call) => {
    const { place, session } = await open(call);
    const items = await of.list(session);
    return { place, things: items.map((item) => viewThing(call.link, { place, path, of }, item)) };
  };
  return {
    [`GET /{uuid}/${path}/`]: async (call) => {
      const { matches = () => true } = readFilters(call, thingFilters);
      const isAsked = await narrow(call);
      const { place, things } = await readAll(call);
      const { settingsUuid } = place;
      const rows = things.filter((thing) => matches(thing) && isAsked({ name: thing.name, settingsUuid }));
      return listReply(call, pageOf(rows), inventoryListing(of));
    },
    [`GET /{uuid}/${path}/{thing}/`]: async (call) => {
      const wanted = parseUuid(call.params.thing ?? '');
      const thing = (await readAll(call)).things.find(({ uuid }) => uuid === wanted);
      if (thing === undefined) throw noMatch('object');
      return ok(of.schema, thing);
    },
  };
}
