import type { ComponentUsage } from '../../domain/usage/component-usage.ts';
import type { Page, PageRequest, UsageRepository } from '../../ports/store.ts';
import { ageKey, RUNNING_USAGES, resourcePartition, USAGE_PREFIX } from './keys.ts';
import { COMPONENT_USAGES } from './kinds.ts';
import { listPage } from './list-page.ts';
import { pagesOf, rowsOf } from './read-rows.ts';
import { recordWrites } from './record-repository.ts';
import { covers } from './scope-partitions.ts';
import type { Row, Table } from './table.ts';

/** Most runs find nothing, and read no more than this to know it. */
const PAGE = 300;

const parsed = (row: Row): ComponentUsage => COMPONENT_USAGES.schema.parse(row);

function newestOf(items: readonly ComponentUsage[], { page, pageSize }: PageRequest): Page<ComponentUsage> {
  const newestFirst = items.toSorted((a, b) => (ageKey(a) < ageKey(b) ? 1 : -1));
  return { items: newestFirst.slice((page - 1) * pageSize, page * pageSize), total: items.length };
}

/** The index has them by month and resource, so that what belongs together follows one another. */
const byResource = (items: readonly ComponentUsage[]): ComponentUsage[][] =>
  Object.values(Object.groupBy(items, ({ resourceUuid, billingPeriod }) => `${billingPeriod}#${resourceUuid}`)).flatMap(
    (group) => (group ? [group] : []),
  );

async function runningBefore(table: Table, period: string, limit: number): Promise<ComponentUsage[]> {
  const found: ComponentUsage[] = [];
  for await (const page of pagesOf(table, { index: 'lookup', partition: RUNNING_USAGES, limit: PAGE })) {
    const overdue = page.map(parsed).filter((usage) => usage.billingPeriod < period);
    found.push(...overdue);
    if (overdue.length < page.length || found.length >= limit) break;
  }
  return found.slice(0, limit);
}

/** Usages stand in their resource's partition, in the lists of its scopes, and in the lookup index while they grow. */
export function usageRepository(table: Table): UsageRepository {
  const { insert, replace } = recordWrites(COMPONENT_USAGES);
  const listByResource = async (resourceUuid: string): Promise<ComponentUsage[]> =>
    (await rowsOf(table, { partition: resourcePartition(resourceUuid), prefix: USAGE_PREFIX })).map(parsed);
  return {
    insert,
    replace,
    listByResource,
    listRunningBefore: async (period, limit) => byResource(await runningBefore(table, period, limit)),
    async list({ resourceUuid, ...scope }, page, matches) {
      if (resourceUuid === undefined) return listPage(table, COMPONENT_USAGES, scope, page, matches);
      const usages = await listByResource(resourceUuid);
      return newestOf(
        usages.filter((usage) => covers(scope, usage) && (matches?.(usage) ?? true)),
        page,
      );
    },
  };
}
