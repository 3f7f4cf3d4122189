import { changed } from '#shared/domain/_core/record';
import { isSameValue } from '#shared/domain/_core/same-value';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { isMetered } from '#shared/domain/usage/component-usage';
import { type UserShare, withShares } from '#shared/domain/usage/reported-usage';
import { Invalid } from '#shared/errors';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { sellerOf } from '../marketplace/orders/order-decision.ts';
import { visibleUsage } from '../usage/find-usage.ts';
import { MEASURED } from './report-usage.ts';

type Deps = { store: Pick<Store, 'usages' | 'commit'>; clock: Clock };
/** `read` parses the body, after all other checks, and throws Invalid. */
type Asked = { uuidText: string; read: () => readonly Pick<UserShare, 'username' | 'amount'>[] };

/** All shares are in one row, which DynamoDB limits to 400 KB: some thousands of users. */
const MAX_BYTES = 300_000;

/**
 * Records each user's share of a reported usage. All shares of a usage are in one row, so the cost of a write, or of
 * renaming a project, does not grow with the users. The same report again writes nothing. Users who are not named keep
 * their shares.
 */
export const reportUserUsages = (deps: Deps, caller: Caller, { uuidText, read }: Asked): Promise<void> =>
  retryOnConflict(async () => {
    const { store, clock } = deps;
    const usage = await visibleUsage(deps, caller, uuidText);
    assertPermitted(caller, 'resource.carry_out', sellerOf(usage));
    if (isMetered(usage)) throw new Invalid([MEASURED]);
    const now = clock.now();
    const before = (await store.usages.listShares([usage])).map(({ share }) => share);
    const shares = withShares(before, read(), now);
    if (isSameValue(shares, before)) return;
    if (Buffer.byteLength(JSON.stringify(shares)) > MAX_BYTES) {
      throw new Invalid({ usages: ['The users of this usage are too many to be kept.'] });
    }
    await store.commit(store.usages.replaceWithShares(changed(usage, now, { userCount: shares.length }), shares));
  });
