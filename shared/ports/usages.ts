import type { Uuid } from '#shared/domain/_core/identifier';
import type { BillingPeriod } from '../domain/usage/billing-period.ts';
import type { ComponentUsage, MeteredUsage } from '../domain/usage/component-usage.ts';
import type { ReportedUsage, UserShare, UserUsage } from '../domain/usage/reported-usage.ts';
import type { Page, PageRequest, Scope, Write } from './repository.ts';

export interface UsageRepository {
  /** Measurements of a resource in all months, oldest first. One strongly consistent query. */
  listByResource(resourceUuid: Uuid): Promise<MeteredUsage[]>;
  /** Reported usages of a resource in a month. One strongly consistent query. */
  listReported(resourceUuid: Uuid, period: BillingPeriod): Promise<ReportedUsage[]>;
  /** A reported usage. Strongly consistent. */
  findReported(uuid: Uuid): Promise<ReportedUsage | undefined>;
  /** Lists like those of records. A list of one resource costs what the resource has. */
  list(
    scope: Scope & { resourceUuid?: Uuid },
    page: PageRequest,
    matches?: (item: ComponentUsage) => boolean,
  ): Promise<Page<ComponentUsage>>;
  /**
   * Usages of earlier months that still grow, grouped by resource: all of a resource and month are in one list. At most
   * `limit`. From an index, so eventually consistent.
   */
  listRunningBefore(period: BillingPeriod, limit: number): Promise<MeteredUsage[][]>;
  insert(item: ComponentUsage): Write;
  replace(item: ComponentUsage): Write;
  /** Users of these usages, by username, in the order of the usages. One call for each 100 usages. */
  listShares(usages: readonly ReportedUsage[]): Promise<UserUsage[]>;
  /** Replaces a usage by its next version, together with all shares of users. */
  replaceWithShares(item: ReportedUsage, shares: readonly UserShare[]): Write;
}
