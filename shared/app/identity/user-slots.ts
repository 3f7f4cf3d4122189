import type { Uuid } from '#shared/domain/_core/identifier';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { limitOf, type SlotKind } from '#shared/domain/identity/user-slot';
import { slotsToTry } from '#shared/domain/providers/provider-slot';
import { Invalid, VersionConflict } from '#shared/errors';
import type { Store, Write } from '#shared/ports/store';

type Deps = { store: Pick<Store, 'userSlots' | 'commit'>; site: SiteSettings };
type Holder = { userUuid: Uuid; of: SlotKind; holder: Uuid; expiresAt?: string | undefined };

/** Each attempt means that another call took the slot. No installation has that many slots. */
const TRIES = 100;

/**
 * Commits one more object of a user together with one of the user's slots, so that concurrent calls cannot exceed the
 * limit. A call that loses a slot takes the next one. Throws Invalid, naming the limit, when all are taken; what
 * `writes` throw; and VersionConflict when it keeps losing.
 */
export async function commitInSlot(
  { store, site }: Deps,
  { userUuid, of, holder, expiresAt }: Holder,
  ...writes: Write[]
): Promise<void> {
  const { limit, refusal } = limitOf(of, site);
  for (let tried = 1; ; tried += 1) {
    const taken = await store.userSlots.listTaken(userUuid, of);
    const [number] = taken.length >= limit ? [] : slotsToTry(holder, limit, new Set(taken.map((slot) => slot.number)));
    if (number === undefined) throw new Invalid({ non_field_errors: [refusal] });
    try {
      return await store.commit(...writes, store.userSlots.insert({ userUuid, of, number, holder, expiresAt }));
    } catch (error) {
      if (!(error instanceof VersionConflict) || tried === TRIES) throw error;
    }
  }
}

/** Releases the slot in the commit that removes its object. Objects older than slots have none. */
export async function slotGivenBack(
  store: Pick<Store, 'userSlots'>,
  { userUuid, of, holder }: Holder,
): Promise<Write[]> {
  const slot = (await store.userSlots.listTaken(userUuid, of)).find((one) => one.holder === holder);
  return slot === undefined ? [] : [store.userSlots.remove(slot)];
}
