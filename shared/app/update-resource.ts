import type { Caller } from '../domain/caller.ts';
import { demandState } from '../domain/demand-state.ts';
import { demandWritable } from '../domain/demand-writable.ts';
import { demand } from '../domain/permission.ts';
import { changed } from '../domain/record.ts';
import type { Resource } from '../domain/resource.ts';
import { getVisible, soldTo } from './get-visible.ts';
import { onFreshRecords } from './on-fresh-records.ts';
import type { RecordDeps } from './order-deps.ts';

type Change = {
  /** As the address has it. */
  uuidText: string;
  /** Reads the body, once everything else has been checked; throws Invalid. */
  readChange: () => { name?: string | undefined };
};

/** What the marketplace calls it; the cluster behind it keeps its own name. 404, 403, 409, 405, 400. */
export const updateResource = (
  { store, clock, site }: RecordDeps,
  caller: Caller,
  { uuidText, readChange }: Change,
): Promise<Resource> =>
  onFreshRecords(async () => {
    const before = await getVisible(store.resources, 'Resource', uuidText, soldTo(caller));
    demand(caller, 'resource.update', before);
    demandState(before, ['Creating', 'OK', 'Updating', 'Erred']);
    demandWritable(site);
    const { name = before.name } = readChange();
    if (name === before.name) return before;
    const next = changed(before, clock.now(), { name });
    await store.commit(store.resources.replace(next));
    return next;
  });
