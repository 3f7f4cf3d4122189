import type { Uuid } from '#shared/domain/_core/identifier';
import type { BillingPeriod } from '../domain/usage/billing-period.ts';
import type { ComponentUsage, MeteredUsage } from '../domain/usage/component-usage.ts';
import type { ReportedUsage, UserShare, UserUsage } from '../domain/usage/reported-usage.ts';
import type { Page, PageRequest, Scope, Write } from './repository.ts';

export interface UsageRepository {
  /** What is measured of a resource in all months, the oldest first; one strongly consistent query. */
  listByResource(resourceUuid: Uuid): Promise<MeteredUsage[]>;
  /** What was reported of a resource for a month; one strongly consistent query. */
  listReported(resourceUuid: Uuid, period: BillingPeriod): Promise<ReportedUsage[]>;
  /** Of what was reported; strongly consistent. */
  findReported(uuid: Uuid): Promise<ReportedUsage | undefined>;
  /** As lists of records; of one resource it costs what the resource has. */
  list(
    scope: Scope & { resourceUuid?: Uuid },
    page: PageRequest,
    matches?: (item: ComponentUsage) => boolean,
  ): Promise<Page<ComponentUsage>>;
  /**
   * Those that still grow and are of an earlier month than this, by resource: what one resource has of a month comes together, in
   * one list. At most `limit`; from an index, so as good as current.
   */
  listRunningBefore(period: BillingPeriod, limit: number): Promise<MeteredUsage[][]>;
  insert(item: ComponentUsage): Write;
  replace(item: ComponentUsage): Write;
  /** The users of these, by username, in the order of the usages; one call for a hundred usages. */
  listShares(usages: readonly ReportedUsage[]): Promise<UserUsage[]>;
  /** The next version of a usage together with all who have a share in it. */
  replaceWithShares(item: ReportedUsage, shares: readonly UserShare[]): Write;
}
