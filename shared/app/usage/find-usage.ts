import type { Uuid } from '#shared/domain/_core/identifier';
import { type Caller, visibilityOf } from '#shared/domain/organizations/caller';
import type { ComponentUsage } from '#shared/domain/usage/component-usage';
import type { Store } from '#shared/ports/store';
import { getVisible, soldTo } from '../_core/get-visible.ts';

type Deps = { store: Pick<Store, 'usages'> };

/**
 * Finds the usage with this uuid. Measured usages have no index by uuid, so the caller's list is searched. Throws
 * NotFound.
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
