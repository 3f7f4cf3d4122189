import { keystoneRefusal } from '../refusal.ts';
import { matchesTags } from '../tag-filter.ts';

type Row = Map<string, unknown>;
type Compare = (held: string, wanted: string) => boolean;

/** Ways to compare a name, e.g. `name__contains`. */
const COMPARISONS: Record<string, Compare> = {
  contains: (held, wanted) => held.includes(wanted),
  icontains: (held, wanted) => held.toLowerCase().includes(wanted.toLowerCase()),
  startswith: (held, wanted) => held.startsWith(wanted),
  istartswith: (held, wanted) => held.toLowerCase().startsWith(wanted.toLowerCase()),
  endswith: (held, wanted) => held.endsWith(wanted),
  iendswith: (held, wanted) => held.toLowerCase().endsWith(wanted.toLowerCase()),
  iexact: (held, wanted) => held.toLowerCase() === wanted.toLowerCase(),
  equals: (held, wanted) => held === wanted,
};
/** Filters for users of another identity provider, and for passwords that expire. No user here matches them. */
const NOBODYS = ['idp_id', 'protocol_id', 'unique_id', 'password_expires_at'];

/**
 * Keystone's list envelope. Rows are filtered by their own fields. A page begins after `marker` and has at most `limit`
 * rows. Unknown parameters are ignored, as in Keystone.
 */
export function keystoneList(key: string, rows: object[], query: Record<string, unknown>, self: string) {
  const asked = Object.entries(query).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  const tags = new URLSearchParams(
    asked.filter(([name]) => /^(not-)?tags(-any)?$/.test(name)).map(([name, text]): [string, string] => [name, text]),
  );
  const kept = rows.filter((one) => {
    const row: Row = new Map(Object.entries(one));
    return matchesTags(row.get('tags'), tags) && asked.every(([name, wanted]) => matches(row, name, wanted));
  });
  const page = pageOf(kept, new Map(asked));
  const truncated = page.length < kept.length && { truncated: true };
  return { [key]: page, links: { next: null, self, previous: null }, ...truncated };
}

function matches(row: Row, name: string, wanted: string): boolean {
  const [field = '', comparison] = name.split('__');
  if (NOBODYS.includes(name)) return false;
  const value = row.get(field);
  if (value === undefined || Array.isArray(value)) return true;
  const compare = comparison === undefined ? equal : COMPARISONS[comparison];
  return compare === undefined || compare(String(value), wanted);
}

const equal: Compare = (held, wanted) => held.toLowerCase() === wanted.toLowerCase();

/** The real server answers 500 for a limit that is no number, and 404 for an unknown marker (measured). */
function pageOf(rows: object[], asked: ReadonlyMap<string, string>): object[] {
  const [limit, marker] = [asked.get('limit'), asked.get('marker')];
  if (limit !== undefined && !/^\d+$/.test(limit))
    throw keystoneRefusal(500, 'An unexpected error prevented the server from fulfilling your request.');
  const at = marker === undefined ? -1 : rows.findIndex((row) => new Map(Object.entries(row)).get('id') === marker);
  if (marker !== undefined && at < 0) throw keystoneRefusal(404, `Marker ${marker} could not be found.`);
  return rows.slice(at + 1, limit === undefined ? undefined : at + 1 + Number(limit));
}
