import type { z } from 'zod';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { Caller } from '#shared/domain/organizations/caller';
import type { Collection } from './collections.ts';

export type Within = 'customer' | 'project' | 'resource' | 'cluster';

/**
 * The query parameters that a list accepts, in addition to those of every list. Others are refused
 * (docs/decisions/0053-unknown-filters-are-refused.md). An empty value is ignored (docs/spec/waldur-http.md#lists).
 */
export type FilterTable<T> = {
  /**
   * `customer(_uuid)`, `project(_uuid)`, `resource(_uuid)`, `cluster(_uuid)`: these limit which partitions are read.
   */
  within?: readonly Within[];
  /** The field contains the text, in upper or lower case. */
  contains?: Record<string, (item: T) => string>;
  /** The field equals the text, case-sensitive. */
  equals?: Record<string, (item: T) => string>;
  /**
   * The field, or one of its texts, equals one of the given texts. Repeatable or comma-separated; a uuid in either
   * form. `asker` is the caller, if there is one.
   */
  oneOf?: Record<string, (item: T, asker: Caller | undefined) => string | readonly string[]>;
  /** One of the field's names, or its uuid in either form, equals the text. */
  either?: Record<string, (item: T) => readonly string[]>;
  /** Uuid in either form, or URL; repeatable. With several values, one of them has to match. */
  uuids?: Record<string, (item: T) => Uuid | readonly Uuid[] | undefined>;
  /** Repeatable: the field has one of the given values. `read` turns another spelling into one of them. */
  choices?: Record<string, { values: readonly string[]; of: (item: T) => string; read?: (text: string) => string }>;
  /** `true` or `false`. */
  flags?: Record<string, (item: T, asker: Caller | undefined) => boolean>;
  /**
   * Those of the above filters that the database has an index for. Without one, all records that the caller may see are
   * read.
   */
  indexed?: readonly string[];
  /** A day such as `2026-11-01`: the field is on it, from it on, or until it. */
  dates?: Record<string, { is: 'on' | 'from' | 'until'; of: (item: T) => string }>;
  /** A time: the field is from it on, or until it. Records without the field do not match. */
  instants?: Record<string, { is: 'from' | 'until'; of: (item: T) => string | undefined }>;
  /** A whole number: the field equals it, is at least it, or at most it. */
  numbers?: Record<string, { is: 'on' | 'from' | 'until'; of: (item: T) => number }>;
  /** Waldur's filters by fields that no record here has. They are accepted, and the list is empty for every value. */
  nothing?: readonly string[];
  /** Filters that are accepted without an effect. */
  accepted?: readonly AcceptedFilter[];
  /** Parameters that the route reads itself, each with its schema. */
  own?: Readonly<Record<string, z.ZodType>>;
};
/** The names that `o=` accepts, each with the text to sort by. */
export type Orderings<T> = Readonly<Record<string, (item: T) => string>>;

/** A list: its query parameters and the view of an item. The route and the OpenAPI document both use it. */
export type Listing<T, V> = {
  filters: FilterTable<T>;
  /** `own`: the route reads `o` itself. */
  orderings: Orderings<T> | 'own';
  schema: z.ZodType<V>;
  view: (link: Link, item: T) => V;
};
/** A listing of any record. */
export type AnyListing = Omit<Listing<never, unknown>, 'view'>;

/** Parameters of every list. `format` is read earlier (negotiate.ts). */
const OF_ALL_LISTS = ['page', 'page_size', 'o', 'field', 'format'];

/** The names of all query parameters that a list accepts. */
export function parametersOf<T>({ within = [], nothing = [], accepted = [], own = {}, ...table }: FilterTable<T>) {
  const { contains, equals, oneOf, either, uuids, choices, flags, dates, instants, numbers } = table;
  const named = [contains, equals, oneOf, either, uuids, choices, flags, dates, instants, numbers];
  return [
    ...named.flatMap((names) => Object.keys(names ?? {})),
    ...within.flatMap((scope) => [`${scope}_uuid`, scope]),
    ...nothing,
    ...accepted,
    ...Object.keys(own),
    ...OF_ALL_LISTS,
  ];
}

/** Makes the absolute URL of an object (`https://host/api/<collection>/<uuid>/`), with an optional path below it. */
export type Link = (collection: Collection, uuid: Uuid, below?: string) => string;

/**
 * Query parameters that Waldur's published clients send and that have no effect here. Each has the reason. A list names
 * those that it accepts; all other lists refuse them.
 */
export const ACCEPTED_FILTERS = {
  include_terminated: 'Paddock keeps no record of deleted projects, so no project is hidden.',
  conceal_finished_projects: 'Projects have no end date, so no project is finished.',
  include_concealed: 'Roles cannot be concealed, so no role is hidden.',
  available_for_customer: 'Every role can be granted in every customer.',
  allowed_customer_uuid: 'An offering is open to every customer, or is private and shown only to its own customer.',
  customer_uuid: 'Every customer can order from every category.',
  show_duplicate_names: 'No image is hidden because of its name.',
  project_uuid: 'An offering is open to every project, or is private and shown only to its own customer.',
} as const;
type AcceptedFilter = keyof typeof ACCEPTED_FILTERS;
