import type { z } from 'zod';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { Caller } from '#shared/domain/organizations/caller';
import type { AcceptedFilter } from './accepted-filters.ts';
import type { Link } from './link.ts';

export type Within = 'customer' | 'project' | 'resource' | 'cluster';

/**
 * Which query parameters a list understands, beside those that every list does. Another one is refused
 * (docs/decisions/0053-unknown-filters-are-refused.md); an empty value is ignored (docs/spec/waldur-http.md#lists).
 */
export type FilterTable<T> = {
  /** `customer(_uuid)`, `project(_uuid)`, `resource(_uuid)`, `cluster(_uuid)`: these narrow the partitions that are read. */
  within?: readonly Within[];
  /** Text contained in the field, any case. */
  contains?: Record<string, (item: T) => string>;
  /** Text equal to the field, case-sensitive. */
  equals?: Record<string, (item: T) => string>;
  /** Text equal to the field, or to one of its texts; repeatable, or separated by commas; a uuid in either form. `asker` is the caller, if there is one. */
  oneOf?: Record<string, (item: T, asker: Caller | undefined) => string | readonly string[]>;
  /** Equal to one of the field's names, or its uuid in either form. */
  either?: Record<string, (item: T) => readonly string[]>;
  /** Uuid in either form, or URL, and repeatable; where several are meant, it is one of them. */
  uuids?: Record<string, (item: T) => Uuid | readonly Uuid[] | undefined>;
  /** Repeatable: one of the given values; `read` brings another spelling into theirs. */
  choices?: Record<string, { values: readonly string[]; of: (item: T) => string; read?: (text: string) => string }>;
  /** `true` or `false`. */
  flags?: Record<string, (item: T, asker: Caller | undefined) => boolean>;
  /** Those of the above that the database has an index for. Without one, everything that the caller may see is read. */
  indexed?: readonly string[];
  /** A day, `2026-11-01`: the field's own, or one from which on or until which it may be. */
  dates?: Record<string, { is: 'on' | 'from' | 'until'; of: (item: T) => string }>;
  /** An instant from which on or until which the field may be; what has none does not fit. */
  instants?: Record<string, { is: 'from' | 'until'; of: (item: T) => string | undefined }>;
  /** A whole number that the field is, or is at least or at most. */
  numbers?: Record<string, { is: 'on' | 'from' | 'until'; of: (item: T) => number }>;
  /** Waldur's filters by fields that no record here has. They are known, and with any value the list is empty. */
  nothing?: readonly string[];
  /** Known, and without an effect here. */
  accepted?: readonly AcceptedFilter[];
  /** Read by the route itself: what each takes. */
  own?: Readonly<Record<string, z.ZodType>>;
};
/** What `o=` may name, and by which text each sorts. */
export type Orderings<T> = Readonly<Record<string, (item: T) => string>>;

/** A list: what it may be asked, and how an item of it looks. The route answers by it, the OpenAPI document tells it. */
export type Listing<T, V> = {
  filters: FilterTable<T>;
  /** `own`: the route reads `o` itself. */
  orderings: Orderings<T> | 'own';
  schema: z.ZodType<V>;
  view: (link: Link, item: T) => V;
};
/** A listing of whatever. */
export type AnyListing = Omit<Listing<never, unknown>, 'view'>;

/** What every list understands. `format` is read before (negotiate.ts). */
const OF_ALL_LISTS = ['page', 'page_size', 'o', 'field', 'format'];

/** The names of all query parameters that a list understands. */
export function parametersOf<T>({ within = [], nothing = [], accepted = [], own = {}, ...table }: FilterTable<T>) {
  const { contains, equals, oneOf, either, uuids, choices, flags, dates, instants, numbers } = table;
  const named = [contains, equals, oneOf, either, uuids, choices, flags, dates, instants, numbers];
  return [
    ...named.flatMap((names) => Object.keys(names ?? {})),
    ...within.flatMap((scope) => [`${scope}_uuid`, scope]),
    ...[...nothing, ...accepted, ...Object.keys(own)],
    ...OF_ALL_LISTS,
  ];
}
