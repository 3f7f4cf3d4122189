import { z } from 'zod';
import { uuid } from '#shared/domain/_core/identifier';
import { type ComponentUsage, isMetered, isReported, type MeteredUsage } from '#shared/domain/usage/component-usage';
import { type ReportedUsage, type UserShare, userShare } from '#shared/domain/usage/reported-usage';
import type { Page, PageRequest, UsageRepository } from '#shared/ports/store';
import {
  ageKey,
  RUNNING_USAGES,
  resourcePartition,
  USAGE_PREFIX,
  usageKey,
  usagePointerKey,
  usagesOfMonth,
  userSharesKey,
} from '../_core/keys.ts';
import { changedMeanwhile, countsOf, existsAlready } from '../_core/kind.ts';
import { COMPONENT_USAGES } from '../_core/kinds.ts';
import { listPage } from '../_core/lists/list-page.ts';
import { type PlannedItem, plannedWrite } from '../_core/planned-write.ts';
import { getRow, getRows, pagesOf, rowsOf } from '../_core/read-rows.ts';
import { insertion, recordWrites, replacement } from '../_core/record-repository.ts';
import { covers } from '../_core/scope-partitions.ts';
import type { Row, Table } from '../_core/table.ts';
import { ABSENT } from '../_core/write-rows.ts';

/**
 * Number of rows in a page. Most runs of `rollOverUsageMonths` find no usage of an earlier month, and read only one
 * page.
 */
const PAGE = 300;

const parsed = (row: Row): ComponentUsage => COMPONENT_USAGES.schema.parse(row);
const pointer = z.object({ resourceUuid: uuid, billingPeriod: z.string(), type: z.string() });
const sharesRow = z.object({ sk: z.string(), pk: z.string(), shares: z.array(userShare) });

function newestOf(items: readonly ComponentUsage[], { page, pageSize }: PageRequest): Page<ComponentUsage> {
  const newestFirst = items.toSorted((a, b) => (ageKey(a) < ageKey(b) ? 1 : -1));
  return { items: newestFirst.slice((page - 1) * pageSize, page * pageSize), total: items.length };
}

/**
 * Groups usages by month and resource. Usages of one group follow each other, because the index is sorted by month and
 * resource.
 */
const byResource = (items: readonly MeteredUsage[]): MeteredUsage[][] =>
  Object.values(Object.groupBy(items, ({ resourceUuid, billingPeriod }) => `${billingPeriod}#${resourceUuid}`)).flatMap(
    (group) => (group ? [group] : []),
  );

async function runningBefore(table: Table, period: string, limit: number): Promise<MeteredUsage[]> {
  const found: MeteredUsage[] = [];
  for await (const page of pagesOf(table, { index: 'lookup', partition: RUNNING_USAGES, limit: PAGE })) {
    const overdue = page
      .map(parsed)
      .filter(isMetered)
      .filter((usage) => usage.billingPeriod < period);
    found.push(...overdue);
    if (overdue.length < page.length || found.length >= limit) break;
  }
  return found.slice(0, limit);
}

/**
 * The row that leads from a reported usage's uuid to the usage. The row is written only once, because the usage's key
 * never changes.
 */
function pointing({ uuid: usageUuid, resourceUuid, billingPeriod, type }: ReportedUsage): PlannedItem {
  const key = usagePointerKey(usageUuid);
  const row = { ...key, kind: 'USAGE_POINTER', resourceUuid, billingPeriod, type };
  return { key, row, condition: ABSENT, isPart: true, refused: existsAlready(COMPONENT_USAGES.title) };
}

/**
 * The row that says how a usage is shared among users. One transaction writes this row and the usage, so the condition
 * on the usage protects both.
 */
function sharing(item: ReportedUsage, shares: readonly UserShare[]): PlannedItem {
  const key = userSharesKey(item.resourceUuid, item.billingPeriod, item.type);
  return {
    key,
    row: { ...key, kind: 'USER_SHARES', shares: [...shares] },
    isPart: true,
    refused: changedMeanwhile(COMPONENT_USAGES.title),
  };
}

async function sharesOf(table: Table, usages: readonly ReportedUsage[]): Promise<Map<string, UserShare[]>> {
  const keys = usages.map(({ resourceUuid, billingPeriod, type }) => userSharesKey(resourceUuid, billingPeriod, type));
  const rows = (await getRows(table, keys)).map((row) => sharesRow.parse(row));
  return new Map(rows.map(({ pk, sk, shares }) => [`${pk} ${sk}`, shares]));
}

/**
 * Usages are in the partition of their resource, and in the lists of their project, their customer, and the whole
 * installation. A measured usage is also in the lookup index while its rate is above zero. A reported usage has two
 * more rows: its pointer and its shares.
 */
export function usageRepository(table: Table): UsageRepository {
  const { insert, replace } = recordWrites(COMPONENT_USAGES);
  const usagesOf = async (resourceUuid: string, prefix = USAGE_PREFIX): Promise<ComponentUsage[]> =>
    (await rowsOf(table, { partition: resourcePartition(resourceUuid), prefix })).map(parsed);
  return {
    insert: (item) =>
      isMetered(item)
        ? insert(item)
        : plannedWrite([insertion(COMPONENT_USAGES, item), pointing(item)], countsOf(COMPONENT_USAGES, item, 1)),
    replace,
    replaceWithShares: (item, shares) => plannedWrite([replacement(COMPONENT_USAGES, item), sharing(item, shares)]),
    listByResource: async (resourceUuid) => (await usagesOf(resourceUuid)).filter(isMetered),
    listReported: async (resourceUuid, period) =>
      (await usagesOf(resourceUuid, usagesOfMonth(period))).filter(isReported),
    async findReported(usageUuid) {
      const found = await getRow(table, usagePointerKey(usageUuid));
      if (found === undefined) return undefined;
      const { resourceUuid, billingPeriod, type } = pointer.parse(found);
      const row = await getRow(table, usageKey(resourceUuid, billingPeriod, type));
      return row && [parsed(row)].find(isReported);
    },
    async listShares(usages) {
      const shares = await sharesOf(table, usages);
      return usages.flatMap((usage) => {
        const { pk, sk } = userSharesKey(usage.resourceUuid, usage.billingPeriod, usage.type);
        return (shares.get(`${pk} ${sk}`) ?? []).map((share) => ({ ...usage, share }));
      });
    },
    listRunningBefore: async (period, limit) => byResource(await runningBefore(table, period, limit)),
    async list({ resourceUuid, ...scope }, page, matches) {
      if (resourceUuid === undefined) return listPage(table, COMPONENT_USAGES, scope, page, matches);
      const usages = await usagesOf(resourceUuid);
      return newestOf(
        usages.filter((usage) => covers(scope, usage) && (matches?.(usage) ?? true)),
        page,
      );
    },
  };
}
