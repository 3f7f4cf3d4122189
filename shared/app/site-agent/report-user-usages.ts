import type { Caller } from '../../domain/caller.ts';
import { demand } from '../../domain/permission.ts';
import { changed } from '../../domain/record.ts';
import { isSameValue } from '../../domain/same-value.ts';
import { isMetered } from '../../domain/usage/component-usage.ts';
import { type UserShare, withShares } from '../../domain/usage/reported-usage.ts';
import { Invalid } from '../../errors.ts';
import type { Clock } from '../../ports/runtime.ts';
import type { Store } from '../../ports/store.ts';
import { visibleUsage } from '../find-usage.ts';
import { onFreshRecords } from '../on-fresh-records.ts';
import { sellerOf } from '../order-decision.ts';
import { MEASURED } from './report-usage.ts';

type Deps = { store: Pick<Store, 'usages' | 'commit'>; clock: Clock };
/** `read` reads the body, once everything else has been checked, and throws Invalid. */
type Asked = { uuidText: string; read: () => readonly Pick<UserShare, 'username' | 'amount'>[] };

/** They stand in one row, of which DynamoDB takes 400 KB: some thousands of users. */
const MAX_BYTES = 300_000;

/**
 * Who has used how much of what was reported. All users of a usage stand in one row: what is written and what a renamed project costs do
 * not grow with them. The same again writes nothing, and users who are not named keep their figures.
 */
export const reportUserUsages = (deps: Deps, caller: Caller, { uuidText, read }: Asked): Promise<void> =>
  onFreshRecords(async () => {
    const { store, clock } = deps;
    const usage = await visibleUsage(deps, caller, uuidText);
    demand(caller, 'resource.carry_out', sellerOf(usage));
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
