import { z } from 'zod';
import type { ClientFunction } from '#test/waldur-functions/client-functions';
import { type ClientCall, SERVED } from './client-caller.ts';

const isOfAll = ({ path }: ClientFunction): boolean => !path.includes('{');
const isAlone = ({ path }: ClientFunction): boolean => /^\/api\/[^/]+\/\{\w+\}\/$/.test(path);
const rows = z.array(z.looseObject({ uuid: z.string().optional() }));

/**
 * Counts of a single object. The answer has no count, so the client raises an error, as it does with a running Waldur.
 */
const UNCOUNTED = ['users_me_count', 'events_event_groups_count'];

/** The object to read alone, for each collection. The default is the first object of the list. */
export type Chosen = Readonly<Record<string, string>>;

/** Lists of a tenant's objects are requested for one tenant. */
const narrowed = (segment: string, tenant: string) =>
  /^openstack-(?!tenants)/.test(segment) ? { also: { tenant_uuid: tenant } } : {};

/** Reads and counts every list, reads one of its objects, and reads the other answers of the collection. */
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
