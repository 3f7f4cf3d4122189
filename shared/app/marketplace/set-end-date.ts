import { assertNotReadOnly, assertState } from '#shared/domain/_core/assert-state';
import { changed } from '#shared/domain/_core/record';
import type { Resource } from '#shared/domain/marketplace/resource';
import { changedEnd, type EndSetter } from '#shared/domain/marketplace/resource-end';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { getVisible, soldTo } from '../_core/get-visible.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import type { RecordDeps } from '../planning/order-deps.ts';
import { sellerOf } from './orders/order-decision.ts';
import { CHANGEABLE } from './update-resource.ts';

type Asked = {
  uuidText: string;
  /** The role in which the caller sets the date. */
  as: EndSetter;
  /** Parses the body. Called after all other checks. Throws Invalid. */
  readDate: () => string | null;
};

const PERMITTED: Record<Asked['as'], (caller: Caller, resource: Resource) => void> = {
  buyer: (caller, resource) => assertPermitted(caller, 'resource.update', resource),
  seller: (caller, resource) => assertPermitted(caller, 'resource.set_end_date_as_provider', sellerOf(resource)),
  staff: (caller) => assertPermitted(caller, 'resource.set_end_date_by_staff'),
};

/**
 * Sets or removes the day on which the resource is terminated. Writes nothing if the day stays the same. Checks for
 * errors in this order: 404, 403, 409, 405, 400.
 */
export const setEndDate = (
  { store, clock, site }: RecordDeps,
  caller: Caller,
  { uuidText, as, readDate }: Asked,
): Promise<void> =>
  retryOnConflict(async () => {
    const before = await getVisible(store.resources, 'Resource', uuidText, soldTo(caller));
    PERMITTED[as](caller, before);
    assertState(before, CHANGEABLE);
    assertNotReadOnly(site);
    const now = clock.now();
    const end = changedEnd(before.end, readDate(), {
      byUuid: caller.user.uuid,
      now,
      as: caller.user.isStaff ? 'staff' : as,
    });
    if (end === before.end) return;
    await store.commit(store.resources.replace(changed(before, now, { end })));
  });
