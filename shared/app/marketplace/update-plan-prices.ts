import { assertState } from '#shared/domain/_core/assert-state';
import { parseUuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import type { Offering } from '#shared/domain/marketplace/offering';
import type { PlanPrices } from '#shared/domain/marketplace/prices/plan-prices';
import { type Caller, canSee } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { noMatch } from '#shared/errors';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';

type Reads = { store: Pick<Store, 'offerings'> };
type Deps = { store: Pick<Store, 'offerings' | 'commit'>; clock: Clock };
export type PlanOf = { offering: Offering; plan: Offering['plans'][number] };

/** Offerings are few, so all offerings are read to find a plan. */
const PAGE_SIZE = 300;

async function offeringsSeen({ store }: Reads, caller: Caller): Promise<Offering[]> {
  const seen: Offering[] = [];
  for (let page = 1; ; page += 1) {
    const { items } = await store.offerings.list({ visibility: 'all' }, { page, pageSize: PAGE_SIZE });
    seen.push(...items.filter(({ customerUuid }) => canSee(caller, { customerUuid })));
    if (items.length < PAGE_SIZE) return seen;
  }
}

/** Lists the plans of the offerings that the caller may see as a seller. */
export const visiblePlans = async (deps: Reads, caller: Caller): Promise<PlanOf[]> =>
  (await offeringsSeen(deps, caller)).flatMap((offering) => offering.plans.map((plan) => ({ offering, plan })));

/** Finds a plan. Throws NotFound when the plan does not exist or the caller cannot see it. */
export async function visiblePlan(deps: Reads, caller: Caller, uuidText: string): Promise<PlanOf> {
  const uuid = parseUuid(uuidText);
  const found = (await visiblePlans(deps, caller)).find(({ plan }) => plan.uuid === uuid);
  if (uuid === undefined || !found) throw noMatch('Plan');
  return found;
}

type Change = { uuidText: string; readPrices: () => PlanPrices };

/**
 * Changes the prices of a plan (Waldur's `update_prices`). Usage that is already recorded stays valid, because it is
 * counted in hours, not in money. `readPrices` parses the body after the checks of permission and state.
 */
export const updatePlanPrices = (deps: Deps, caller: Caller, { uuidText, readPrices }: Change): Promise<PlanOf> =>
  retryOnConflict(async () => {
    const { offering, plan } = await visiblePlan(deps, caller, uuidText);
    assertPermitted(caller, 'offering.update', { customerUuid: offering.customerUuid });
    assertState(offering, ['Draft', 'Active', 'Paused']);
    const priced = { ...plan, prices: { ...plan.prices, ...readPrices() } };
    const plans = offering.plans.map((item) => (item.uuid === plan.uuid ? priced : item));
    const next = changed<Offering>(offering, deps.clock.now(), { plans });
    await deps.store.commit(deps.store.offerings.replace(next));
    return { offering: next, plan: priced };
  });
