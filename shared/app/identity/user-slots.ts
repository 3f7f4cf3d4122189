import type { Uuid } from '#shared/domain/_core/identifier';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { limitOf, type SlotKind } from '#shared/domain/identity/user-slot';
import { slotsToTry } from '#shared/domain/providers/provider-slot';
import { Invalid, VersionConflict } from '#shared/errors';
import type { Store, Write } from '#shared/ports/store';

type Deps = { store: Pick<Store, 'userSlots' | 'commit'>; site: SiteSettings };
type Holder = { userUuid: Uuid; of: SlotKind; holder: Uuid; expiresAt?: string | undefined };

/**
 * Maximum number of attempts. At each failed attempt, a concurrent call has taken one more of the user's slots. No user
 * has more slots than this number, so more attempts are not needed.
 */
const TRIES = 100;

/**
 * Commits `writes`, which add an object of a user, together with one of the user's slots. The slots limit how many
 * objects a user has, even if calls run at the same time. When a concurrent call has taken the slot, the next slot is
 * tried. Throws Invalid with the limit when no slot is free, VersionConflict after the last attempt, and the errors of
 * `writes`.
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

/**
 * Returns the write that releases the slot of an object. Commit this write together with the removal of the object.
 * Objects of earlier releases have no slot.
 */
export async function slotGivenBack(
  store: Pick<Store, 'userSlots'>,
  { userUuid, of, holder }: Holder,
): Promise<Write[]> {
  const slot = (await store.userSlots.listTaken(userUuid, of)).find((one) => one.holder === holder);
  return slot === undefined ? [] : [store.userSlots.remove(slot)];
}
