import { type FilterTable, parametersOf } from '#shared/contracts/rest/_core/listing';
import { REFUSED_FILTERS } from '#shared/contracts/rest/_core/refused-filters';
import { likelyName } from '#shared/domain/_core/text/nearest-name';
import { Invalid } from '#shared/errors';

/** For one query, because each name costs comparisons. */
const MAX_NAMED = 20;

function refusalOf(name: string, known: readonly string[]): string {
  const refused = Object.hasOwn(REFUSED_FILTERS, name) ? REFUSED_FILTERS[name] : undefined;
  if (refused !== undefined) return refused;
  const near = likelyName(name, known);
  return near === undefined
    ? `Unknown filter. Known ones are: ${known.toSorted().join(', ')}.`
    : `Unknown filter. Did you mean ${near}?`;
}

/**
 * Refuses unknown filters, which would return rows that were not asked for
 * (docs/decisions/0053-unknown-filters-are-refused.md).
 * @throws Invalid
 */
export function refuseUnknown<T>(query: URLSearchParams, filters: FilterTable<T>): void {
  const known = parametersOf(filters);
  const unknown = [...new Set(query.keys())].filter((name) => !known.includes(name)).slice(0, MAX_NAMED);
  if (unknown.length === 0) return;
  throw new Invalid(Object.fromEntries(unknown.map((name) => [name, [refusalOf(name, known)]])));
}
