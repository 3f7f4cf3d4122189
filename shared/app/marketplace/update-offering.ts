import { assertState } from '#shared/domain/_core/assert-state';
import { changed } from '#shared/domain/_core/record';
import type { Offering } from '#shared/domain/marketplace/offering';
import { type Caller, canSee } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { getVisible } from '../_core/get-visible.ts';
import { assertOfferingComplete } from './check-managed-offering.ts';

type Deps = { store: Pick<Store, 'settings' | 'offerings' | 'commit'>; clock: Clock };
type State = Offering['state'];
export type OfferingMove = 'activate' | 'pause' | 'archive' | 'draft';

const MOVES: Readonly<Record<OfferingMove, { from: readonly State[]; to: State }>> = {
  activate: { from: ['Draft', 'Paused'], to: 'Active' },
  pause: { from: ['Active'], to: 'Paused' },
  archive: { from: ['Draft', 'Active', 'Paused'], to: 'Archived' },
  draft: { from: ['Active', 'Paused', 'Archived'], to: 'Draft' },
};

async function updatable({ store }: Deps, caller: Caller, uuidText: string, from: readonly State[]): Promise<Offering> {
  const offering = await getVisible(store.offerings, 'Offering', uuidText, ({ customerUuid }) =>
    canSee(caller, { customerUuid }),
  );
  assertPermitted(caller, 'offering.update', { customerUuid: offering.customerUuid });
  assertState(offering, from);
  return offering;
}

/** Orders are accepted while an offering is Active. Existing resources are not affected. */
export async function moveOffering(
  deps: Deps,
  caller: Caller,
  uuidText: string,
  move: OfferingMove,
): Promise<Offering> {
  const { from, to } = MOVES[move];
  const offering = await updatable(deps, caller, uuidText, from);
  const next = changed<Offering>(offering, deps.clock.now(), { state: to });
  if (to === 'Active') await assertOfferingComplete(deps, caller, next);
  await deps.store.commit(deps.store.offerings.replace(next));
  return next;
}

/** `readChange` runs after the checks of permission and state: the body is checked last. */
export async function updateOffering(
  deps: Deps,
  caller: Caller,
  uuidText: string,
  readChange: (
    offering: Offering,
  ) => Partial<Pick<Offering, 'name' | 'description' | 'shared' | 'pluginOptions' | 'resourceOptions'>>,
): Promise<Offering> {
  const offering = await updatable(deps, caller, uuidText, ['Draft', 'Active', 'Paused']);
  const next = changed<Offering>(offering, deps.clock.now(), readChange(offering));
  if (next.state === 'Active') await assertOfferingComplete(deps, caller, next);
  await deps.store.commit(deps.store.offerings.replace(next));
  return next;
}
