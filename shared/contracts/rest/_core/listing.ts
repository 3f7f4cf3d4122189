import type { z } from 'zod';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { Caller } from '#shared/domain/organizations/caller';
import type { Collection } from './collections.ts';

export type Within = 'customer' | 'project' | 'resource' | 'cluster';

/**
 * The query parameters of a list, besides those that every list has. A list refuses unknown parameters
 * (docs/decisions/0053-unknown-filters-are-refused.md). It ignores a parameter with an empty value
 * (docs/spec/waldur-http.md#lists).
 */
export type FilterTable<T> = {
  /**
   * Filters that select which partitions of the table are read: `customer`, `project`, `resource` and `cluster`. Each
   * name is also accepted with the suffix `_uuid`.
   */
  within?: readonly Within[];
  /** Filters that match if the field contains the text of the parameter. Case is ignored. */
  contains?: Record<string, (item: T) => string>;
  /** Filters that match if the field equals the text of the parameter. The comparison is case-sensitive. */
  equals?: Record<string, (item: T) => string>;
  /**
   * Filters that match if the field, or one of its texts, equals one of the parameter's texts. The parameter may be
   * repeated or comma-separated. A uuid may have dashes or not. `asker` is the caller, if there is one.
   */
  oneOf?: Record<string, (item: T, asker: Caller | undefined) => string | readonly string[]>;
  /** Filters by an object. The parameter is the object's uuid, with or without dashes, or one of the object's names. */
  either?: Record<string, (item: T) => readonly string[]>;
  /**
   * Filters by uuid. The parameter may be repeated, and the field has to match one of its values. A value is a uuid,
   * with or without dashes, or the URL of the object.
   */
  uuids?: Record<string, (item: T) => Uuid | readonly Uuid[] | undefined>;
  /**
   * Filters that match if the field has one of the parameter's values. The parameter may be repeated. `read` turns
   * other spellings into one of `values`.
   */
  choices?: Record<string, { values: readonly string[]; of: (item: T) => string; read?: (text: string) => string }>;
  /** The values of these filters are `true` and `false`. */
  flags?: Record<string, (item: T, asker: Caller | undefined) => boolean>;
  /**
   * Names of the filters that have an index in the database. For a filter without an index, all records that the caller
   * may see are read.
   */
  indexed?: readonly string[];
  /**
   * Filters that take a day, such as `2026-11-01`. A filter matches if the field is on this day (`on`), on or after
   * this day (`from`), or on or before this day (`until`).
   */
  dates?: Record<string, { is: 'on' | 'from' | 'until'; of: (item: T) => string }>;
  /**
   * Filters by a time. They match if the field is at or after this time (`from`), or at or before this time (`until`).
   * A record without the field does not match.
   */
  instants?: Record<string, { is: 'from' | 'until'; of: (item: T) => string | undefined }>;
  /**
   * Filters by a whole number. They match if the field is equal to the number (`on`), at least the number (`from`), or
   * at most the number (`until`).
   */
  numbers?: Record<string, { is: 'on' | 'from' | 'until'; of: (item: T) => number }>;
  /**
   * Filters of Waldur by fields that Paddock's records do not have. If a caller uses such a filter, with any value, the
   * list is empty.
   */
  nothing?: readonly string[];
  /** Filters that a list accepts although they have no effect. */
  accepted?: readonly AcceptedFilter[];
  /** Parameters that the route reads itself, each with its schema. */
  own?: Readonly<Record<string, z.ZodType>>;
};
/**
 * The names that the parameter `o` accepts. Each name has a function that returns the text by which records are sorted.
 */
export type Orderings<T> = Readonly<Record<string, (item: T) => string>>;

/** A list, with its query parameters and the view of an item. Both the route and the OpenAPI document use it. */
export type Listing<T, V> = {
  filters: FilterTable<T>;
  /** `own`: the route reads the parameter `o` itself. */
  orderings: Orderings<T> | 'own';
  /** The order in which the store returns records. Default: the newest first. */
  stored?: 'oldest first';
  schema: z.ZodType<V>;
  /** Shows an item to the caller `asker`. Without `asker`, fields that only some users see are left out. */
  view: (link: Link, item: T, asker?: Caller) => V;
};
export type AnyListing = Omit<Listing<never, unknown>, 'view'>;

/** Parameters of every list. `format` is read in negotiate.ts, before the list is known. */
const OF_ALL_LISTS = ['page', 'page_size', 'o', 'field', 'format'];

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

/** Makes the absolute URL of an object, `https://host/api/<collection>/<uuid>/`. `below` is a path to append. */
export type Link = (collection: Collection, uuid: Uuid, below?: string) => string;

/**
 * Query parameters that Waldur's published clients send. They have no effect in Paddock. The texts give the reasons. A
 * list accepts such a parameter only if its filter table names it.
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
