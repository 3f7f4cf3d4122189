const USUAL = 1000;
const MAX = 10_000;

interface NormanPage<T> {
  first?: string;
  previous?: string;
  next?: string;
  last?: string;
  limit: number;
  total: number;
  partial?: true;
  data: T[];
}

/**
 * One page of a norman list, from the object `marker` on, with links to the other pages. An invalid limit counts as
 * none.
 */
export function normanPage<T extends Record<string, unknown>>(
  views: T[],
  { query, self }: { query: URLSearchParams; self: string },
): NormanPage<T> {
  const limit = limitIn(query.get('limit') ?? '');
  const total = views.length;
  const marker = query.get('marker');
  const start = Math.max(0, marker === null ? 0 : views.findIndex(({ id }) => id === marker));
  const end = Math.min(start + limit, total);
  const isPartial = start > 0 || end < total;
  if (!isPartial) return { limit, total, data: views };
  const link = (index: number): string => {
    const further = new URLSearchParams(query);
    further.set('marker', String(views[index]?.id));
    further.sort();
    return `${self}?${further}`;
  };
  const last = total - limit;
  return {
    first: link(0),
    ...(start > 0 && limit > 0 && { previous: link(Math.max(0, start - limit)) }),
    ...(end > start && end < total && { next: link(end) }),
    ...(last > 0 && last < total && { last: link(last) }),
    ...{ limit, total, partial: true, data: views.slice(start, end) },
  };
}

function limitIn(text: string): number {
  const limit = /^[+-]?\d+$/.test(text) ? Number(text) : USUAL;
  if (limit > MAX || limit === -1) return MAX;
  return limit < 0 ? USUAL : limit;
}
