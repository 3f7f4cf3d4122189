import { assertNotReadOnly, assertState } from '#shared/domain/_core/assert-state';
import { changed } from '#shared/domain/_core/record';
import type { Resource } from '#shared/domain/marketplace/resource';
import { changedEnd } from '#shared/domain/marketplace/resource-end';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { getVisible, soldTo } from '../_core/get-visible.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import type { RecordDeps } from '../planning/order-deps.ts';

type Change = {
  uuidText: string;
  /** Parses the body. Called after all other checks. Throws Invalid. */
  parseChange: () => { name?: string | undefined; end_date?: string | null | undefined };
};

/** States in which the name and the end date of a resource can be changed. */
export const CHANGEABLE: readonly Resource['state'][] = ['Creating', 'OK', 'Updating', 'Erred'];

/**
 * Changes the name that the resource has in the marketplace, or its end date. The cluster of the resource keeps its
 * name. Checks for the errors 404, 403, 409, 405 and 400, in this order.
 */
export const updateResource = (
  { store, clock, site }: RecordDeps,
  caller: Caller,
  { uuidText, parseChange }: Change,
): Promise<Resource> =>
  retryOnConflict(async () => {
    const before = await getVisible(store.resources, 'Resource', uuidText, soldTo(caller));
    assertPermitted(caller, 'resource.update', before);
    assertState(before, CHANGEABLE);
    assertNotReadOnly(site);
    const { name = before.name, end_date: date } = parseChange();
    const now = clock.now();
    const end = changedEnd(before.end, date, {
      byUuid: caller.user.uuid,
      now,
      as: caller.user.isStaff ? 'staff' : 'buyer',
    });
    if (name === before.name && end === before.end) return before;
    const next = changed(before, now, { name, end });
    await store.commit(store.resources.replace(next));
    return next;
  });
