import { type Caller, visibilityOf } from '../domain/caller.ts';
import type { Uuid } from '../domain/identifier.ts';
import type { ComponentUsage } from '../domain/usage/component-usage.ts';
import type { Store } from '../ports/store.ts';
import { getVisible, soldTo } from './get-visible.ts';

type Deps = { store: Pick<Store, 'usages'> };

/**
 * A usage by the uuid text of its address. Nothing leads from a uuid to what is measured, so that is looked for in the caller's own list.
 * Throws NotFound.
 */
export function visibleUsage({ store: { usages } }: Deps, caller: Caller, uuidText: string): Promise<ComponentUsage> {
  const find = async (uuid: Uuid): Promise<ComponentUsage | undefined> => {
    const reported = await usages.findReported(uuid);
    if (reported) return reported;
    const own = { visibility: visibilityOf(caller) };
    const { items } = await usages.list(own, { page: 1, pageSize: 1 }, (usage) => usage.uuid === uuid);
    return items[0];
  };
  return getVisible({ find }, 'ComponentUsage', uuidText, soldTo(caller));
}
