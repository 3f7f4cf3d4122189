import type { Uuid } from '#shared/domain/_core/identifier';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { limitOf, type SlotKind } from '#shared/domain/identity/user-slot';
import { slotsToTry } from '#shared/domain/providers/provider-slot';
import { Invalid, VersionConflict } from '#shared/errors';
import type { Store, Write } from '#shared/ports/store';

type Deps = { store: Pick<Store, 'userSlots' | 'commit'>; site: SiteSettings };
type Holder = { userUuid: Uuid; of: SlotKind; holder: Uuid; expiresAt?: string | undefined };

/** Each time somebody has got a place, and no installation has so many. */
const TRIES = 100;

/**
 * Commits what makes one more thing of a user's together with its claim on one of his places, so that he never has more than the
 * installation lets him, however many calls there are at the same moment. A call that loses its place to another takes the next.
 * Throws Invalid, which names the limit, when all are taken; what `writes` throw; and VersionConflict when others were faster each time.
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

/** Gives the place back, in the commit that removes what has it. What is older than places has none. */
export async function slotGivenBack(
  store: Pick<Store, 'userSlots'>,
  { userUuid, of, holder }: Holder,
): Promise<Write[]> {
  const slot = (await store.userSlots.listTaken(userUuid, of)).find((one) => one.holder === holder);
  return slot === undefined ? [] : [store.userSlots.remove(slot)];
}
