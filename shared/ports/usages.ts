import type { Uuid } from '#shared/domain/_core/identifier';
import type { BillingPeriod } from '../domain/usage/billing-period.ts';
import type { ComponentUsage, MeteredUsage } from '../domain/usage/component-usage.ts';
import type { ReportedUsage, UserShare, UserUsage } from '../domain/usage/reported-usage.ts';
import type { Page, PageRequest, Scope, Write } from './repository.ts';

export interface UsageRepository {
  /** Measured usages of a resource in all months, oldest first. Makes one strongly consistent query. */
  listByResource(resourceUuid: Uuid): Promise<MeteredUsage[]>;
  /** Usages that a site agent reported for a resource in a month. Makes one strongly consistent query. */
  listReported(resourceUuid: Uuid, period: BillingPeriod): Promise<ReportedUsage[]>;
  /** A usage that a site agent reported. The read is strongly consistent. */
  findReported(uuid: Uuid): Promise<ReportedUsage | undefined>;
  /**
   * Lists usages by the filters that all lists of records have. With `resourceUuid`, reads only usages of this
   * resource.
   */
  list(
    scope: Scope & { resourceUuid?: Uuid },
    page: PageRequest,
    matches?: (item: ComponentUsage) => boolean,
  ): Promise<Page<ComponentUsage>>;
  /**
   * At most `limit` usages that have not ended although their month is before `period`. The usages are grouped by
   * resource and month. The read is eventually consistent, because it uses an index.
   */
  listRunningBefore(period: BillingPeriod, limit: number): Promise<MeteredUsage[][]>;
  insert(item: ComponentUsage): Write;
  replace(item: ComponentUsage): Write;
  /**
   * Users' shares of these usages, in the order of the usages, then by username. Makes one call for each 100 usages.
   */
  listShares(usages: readonly ReportedUsage[]): Promise<UserUsage[]>;
  /** Replaces a usage by its next version, with new shares of users. */
  replaceWithShares(item: ReportedUsage, shares: readonly UserShare[]): Write;
}
