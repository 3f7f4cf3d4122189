import type { Uuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import { isSameValue } from '#shared/domain/_core/values/deep-equal';
import { isSiteAgentOffering } from '#shared/domain/marketplace/offering';
import type { Resource } from '#shared/domain/marketplace/resource';
import type { AgentComponent } from '#shared/domain/marketplace/site-agent-offering';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { seesSold } from '#shared/domain/organizations/placement';
import { type BillingPeriod, periodOf } from '#shared/domain/usage/billing-period';
import { isMetered } from '#shared/domain/usage/component-usage';
import {
  firstReport,
  isFuture,
  type Report,
  type UserShare,
  withReport,
  withShares,
} from '#shared/domain/usage/reported-usage';
import { Invalid, noObject } from '#shared/errors';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { commitInChunks } from '../_core/commit-in-chunks.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { sellerOf } from '../marketplace/orders/order-decision.ts';
import { visibleUsage } from '../usage/find-usage.ts';

type Deps = { store: Pick<Store, 'resources' | 'offerings' | 'usages' | 'commit'>; clock: Clock };
/** A report of usage. Without `period`, the current month is meant. */
type Asked = {
  resourceUuid: Uuid;
  period?: BillingPeriod | undefined;
  usages: readonly ({ type: string } & Report)[];
};
type Named = { component: AgentComponent; report: Report };

const MEASURED = 'Paddock measures the usage of clusters itself: it cannot be reported.';
/**
 * Number of usages that one transaction writes. A transaction has at most 25 items. Twenty usages need 23 items: one
 * for each usage, and three for the totals that they change.
 */
const USAGES_PER_TRANSACTION = 20;

/**
 * Finds the resource that the body names. Answers 400 if the caller does not see the resource, or if Paddock itself
 * manages the resource. After that, answers 403 if the caller does not sell the resource.
 */
async function reportedResource({ store }: Deps, caller: Caller, uuid: Uuid): Promise<Resource> {
  const resource = await store.resources.find(uuid);
  if (resource === undefined || !seesSold(caller, resource)) throw noObject('resource');
  assertPermitted(caller, 'resource.report_usage', sellerOf(resource));
  if (!resource.siteAgent) throw new Invalid({ resource: [MEASURED] });
  return resource;
}

function named(components: readonly AgentComponent[], { usages }: Asked): Named[] {
  const known = new Map(components.map((component) => [component.type, component]));
  const types = [...known.keys()].join(', ');
  const errors = usages.map(({ type }) =>
    known.has(type) ? {} : { type: [`This offering has no component of this type. Its components: ${types}.`] },
  );
  if (errors.some((error) => 'type' in error)) throw new Invalid({ usages: errors });
  return usages.flatMap(({ type, ...report }) => {
    const component = known.get(type);
    return component ? [{ component, report }] : [];
  });
}

/**
 * Records a resource's usage in a month, as the site agent reports it. Components that are not in the report keep their
 * figures. Writes nothing if nothing changes.
 */
export const reportUsage = (deps: Deps, caller: Caller, asked: Asked): Promise<void> =>
  retryOnConflict(async () => {
    const { store, clock } = deps;
    const resource = await reportedResource(deps, caller, asked.resourceUuid);
    const now = clock.now();
    const period = asked.period ?? periodOf(now);
    if (isFuture(period, now)) throw new Invalid({ date: ['The month of this date has not begun.'] });
    const offering = await store.offerings.get(resource.offeringUuid);
    const reports = named(isSiteAgentOffering(offering) ? offering.components : [], asked);
    const before = await store.usages.listReported(resource.uuid, period);
    await commitInChunks(
      store,
      reports,
      ({ component, report }) => {
        const known = before.find(({ type }) => type === component.type);
        if (!known) return [store.usages.insert(firstReport(resource, component, report, { period, now }))];
        const next = withReport(known, component, report, now);
        return next ? [store.usages.replace(next)] : [];
      },
      USAGES_PER_TRANSACTION,
    );
  });

type UserUsageDeps = { store: Pick<Store, 'usages' | 'commit'>; clock: Clock };
/**
 * A report of how users share a usage. `read` parses the body; it is called after all other checks, and throws Invalid.
 */
type AskedOfUser = { uuidText: string; read: () => readonly Pick<UserShare, 'username' | 'amount'>[] };

/**
 * Maximum size in bytes of the row with all shares of a usage. This is enough for some thousands of users, and less
 * than DynamoDB's limit of 400 KB.
 */
const MAX_BYTES = 300_000;

/**
 * Records each user's share of a reported usage. All shares of a usage are in one row, so the cost of a report, or of
 * renaming the project, does not depend on the number of users. Users who are not in the report keep their shares.
 * Writes nothing if nothing changes.
 */
export const reportUserUsages = (deps: UserUsageDeps, caller: Caller, { uuidText, read }: AskedOfUser): Promise<void> =>
  retryOnConflict(async () => {
    const { store, clock } = deps;
    const usage = await visibleUsage(deps, caller, uuidText);
    assertPermitted(caller, 'resource.carry_out', sellerOf(usage));
    if (isMetered(usage) || usage.measured) throw new Invalid([MEASURED]);
    const now = clock.now();
    const before = (await store.usages.listShares([usage])).map(({ share }) => share);
    const shares = withShares(before, read(), now);
    if (isSameValue(shares, before)) return;
    if (Buffer.byteLength(JSON.stringify(shares)) > MAX_BYTES) {
      throw new Invalid({
        usages: [`The usage has too many users: the list of users may have at most ${MAX_BYTES / 1000} kB.`],
      });
    }
    await store.commit(store.usages.replaceWithShares(changed(usage, now, { userCount: shares.length }), shares));
  });
