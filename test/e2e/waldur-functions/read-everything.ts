import { z } from 'zod';
import type { ClientFunction } from '#test/waldur-functions/client-functions';
import { type ClientCall, SERVED } from './client-caller.ts';

const isOfAll = ({ path }: ClientFunction): boolean => !path.includes('{');
const isAlone = ({ path }: ClientFunction): boolean => /^\/api\/[^/]+\/\{\w+\}\/$/.test(path);
const rows = z.array(z.looseObject({ uuid: z.string().optional() }));

/**
 * Count functions for addresses that return a single object. The answer has no count, so the client raises an error.
 * The same happens with a real Waldur.
 */
const UNCOUNTED = ['users_me_count', 'events_event_groups_count'];

/**
 * For each collection, the uuid of the object to read with a separate call. For a collection without an entry, this is
 * the first object of its list.
 */
export type Chosen = Readonly<Record<string, string>>;

const narrowed = (segment: string, tenant: string) =>
  /^openstack-(?!tenants)/.test(segment) ? { also: { tenant_uuid: tenant } } : {};

/**
 * Calls all reading functions without a path parameter: lists, counts, and single objects such as `users/me`. Then
 * reads one object of each collection.
 */
export async function readEverything(call: ClientCall, chosen: Chosen, tenant: string): Promise<void> {
  const reads = [...SERVED].filter(([, { method }]) => method === 'GET' || method === 'HEAD');
  const first: Record<string, string> = {};
  for (const [name, one] of reads.filter(([, it]) => isOfAll(it))) {
    const raises = UNCOUNTED.includes(name) ? { unexpected: 200 } : {};
    const answer = await call(name, { ...narrowed(one.segment, tenant), ...raises });
    const found = one.method === 'GET' ? rows.safeParse(answer).data?.[0]?.uuid : undefined;
    if (found !== undefined) first[one.segment] = found;
  }
  for (const [name, { segment, path }] of reads.filter(([, it]) => isAlone(it))) {
    const uuid = chosen[segment] ?? first[segment];
    if (uuid === undefined) throw new Error(`there is nothing to read alone in ${segment}`);
    await call(name, path.includes('{id}') ? { also: { id: uuid } } : { uuid });
  }
}
