import type { Uuid } from '#shared/domain/_core/identifier';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { limitOf, type SlotKind } from '#shared/domain/identity/user-slot';
import { slotsToTry } from '#shared/domain/providers/provider-slot';
import { Invalid, VersionConflict } from '#shared/errors';
import type { Store, Write } from '#shared/ports/store';

type Deps = { store: Pick<Store, 'userSlots' | 'commit'>; site: SiteSettings };
type Holder = { userUuid: Uuid; of: SlotKind; holder: Uuid; expiresAt?: string | undefined };

/**
 * How often to try. Each failed attempt means that a concurrent call took the slot, and no installation has so many
 * slots.
 */
const TRIES = 100;

/**
 * Commits one more object of a user, and one of the user's slots with it. Slots keep concurrent calls within the user's
 * limit. When a concurrent call has taken the slot, the next slot is tried.
 * Throws Invalid with the limit when all slots are taken, VersionConflict when every attempt has lost its slot, and the
 * errors of `writes`.
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

/** Releases the slot in the commit that removes its object. Objects that are older than slots have no slot. */
export async function slotGivenBack(
  store: Pick<Store, 'userSlots'>,
  { userUuid, of, holder }: Holder,
): Promise<Write[]> {
  const slot = (await store.userSlots.listTaken(userUuid, of)).find((one) => one.holder === holder);
  return slot === undefined ? [] : [store.userSlots.remove(slot)];
}
