import type { FilterTable, Within } from '#shared/contracts/rest/_core/listing';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { Caller } from '#shared/domain/organizations/caller';
import type { Where } from '#shared/ports/store';
import { type Asked, filtersAsked, type Matches, uuidParams } from './asked-filters.ts';

/** `matches` is absent without filters, so that the list's stored total can be used. */
export type Filters<T> = {
  customerUuid?: Uuid;
  projectUuid?: Uuid;
  resourceUuid?: Uuid;
  clusterUuid?: Uuid;
  /** Filters with an index. `matches` then skips them. */
  where?: Where;
  matches?: Matches<T>;
};
/** A query and its caller. Open routes may have no caller. */
type Question = { request: { query: URLSearchParams }; caller?: Caller };

const uuidWithin = <T>(query: URLSearchParams, { within = [] }: FilterTable<T>, scope: Within) =>
  within.includes(scope)
    ? [`${scope}_uuid`, scope].map((name) => uuidParams(query, name)).find((uuids) => uuids.length > 0)?.[0]
    : undefined;

/** Customer, project, resource and indexed filters narrow what is read. All other filters are applied afterwards. */
export function readFilters<T>({ request: { query }, caller }: Question, table: FilterTable<T>): Filters<T> {
  const customerUuid = uuidWithin(query, table, 'customer');
  const projectUuid = uuidWithin(query, table, 'project');
  const resourceUuid = uuidWithin(query, table, 'resource');
  const clusterUuid = uuidWithin(query, table, 'cluster');
  const asked = filtersAsked(query, table, caller);
  const isIndexed = ({ name }: Asked<T>) => table.indexed?.includes(name) ?? false;
  const indexed = asked.filter(isIndexed);
  const others = asked.filter((filter) => !isIndexed(filter));
  return {
    ...(customerUuid !== undefined && { customerUuid }),
    ...(projectUuid !== undefined && { projectUuid }),
    ...(resourceUuid !== undefined && { resourceUuid }),
    ...(clusterUuid !== undefined && { clusterUuid }),
    ...(indexed.length > 0 && { where: Object.fromEntries(indexed.map(({ name, values }) => [name, values])) }),
    ...(others.length > 0 && { matches: (item: T) => others.every(({ matches }) => matches(item)) }),
  };
}
