import type { z } from 'zod';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { Caller } from '#shared/domain/organizations/caller';
import type { Collection } from './collections.ts';

export type Within = 'customer' | 'project' | 'resource' | 'cluster';

/**
 * The query parameters of a list, in addition to the parameters that every list has. A list refuses all other
 * parameters (docs/decisions/0053-unknown-filters-are-refused.md). It ignores a parameter with an empty value
 * (docs/spec/waldur-http.md#lists).
 */
export type FilterTable<T> = {
  /**
   * `customer(_uuid)`, `project(_uuid)`, `resource(_uuid)`, `cluster(_uuid)`: filters that select the partitions to
   * read.
   */
  within?: readonly Within[];
  /** Matches if the field contains the text, in upper or lower case. */
  contains?: Record<string, (item: T) => string>;
  /** Matches if the field equals the text, in the same case. */
  equals?: Record<string, (item: T) => string>;
  /**
   * Matches if the field, or one of its texts, equals one of the given texts. The parameter may be repeated or
   * comma-separated; uuids may be in either form. `asker` is the caller, if there is one.
   */
  oneOf?: Record<string, (item: T, asker: Caller | undefined) => string | readonly string[]>;
  /** Matches if the text equals one of the field's names, or its uuid with or without dashes. */
  either?: Record<string, (item: T) => readonly string[]>;
  /**
   * A uuid with or without dashes, or a URL. The parameter may be repeated; the field then has to match one of the
   * values.
   */
  uuids?: Record<string, (item: T) => Uuid | readonly Uuid[] | undefined>;
  /**
   * Matches if the field has one of the given values. The parameter may be repeated. `read` turns other spellings into
   * one of `values`.
   */
  choices?: Record<string, { values: readonly string[]; of: (item: T) => string; read?: (text: string) => string }>;
  /** The values of these filters are `true` and `false`. */
  flags?: Record<string, (item: T, asker: Caller | undefined) => boolean>;
  /**
   * Which of the above filters have an index in the database. For other filters, all records that the caller may see
   * are read.
   */
  indexed?: readonly string[];
  /**
   * A day such as `2026-11-01`. The field must be on this day, on or after it (`from`), or on or before it (`until`).
   */
  dates?: Record<string, { is: 'on' | 'from' | 'until'; of: (item: T) => string }>;
  /**
   * A time. The field must be at or after it (`from`), or at or before it (`until`). Records without the field do not
   * match.
   */
  instants?: Record<string, { is: 'from' | 'until'; of: (item: T) => string | undefined }>;
  /** A whole number. The field must be equal to it (`on`), at least it (`from`), or at most it (`until`). */
  numbers?: Record<string, { is: 'on' | 'from' | 'until'; of: (item: T) => number }>;
  /**
   * Waldur's filters by fields that Paddock's records lack. They are accepted with any value, and the list is then
   * empty.
   */
  nothing?: readonly string[];
  /** Filters that are accepted and have no effect. */
  accepted?: readonly AcceptedFilter[];
  /** Parameters that only the route itself reads, each with its schema. */
  own?: Readonly<Record<string, z.ZodType>>;
};
/**
 * The names that the parameter `o` accepts. Each name has a function that returns the text by which records are sorted.
 */
export type Orderings<T> = Readonly<Record<string, (item: T) => string>>;

/** A list, with its query parameters and the view of an item. Both the route and the OpenAPI document use it. */
export type Listing<T, V> = {
  filters: FilterTable<T>;
  /** `own` means that the route itself reads the parameter `o`. */
  orderings: Orderings<T> | 'own';
  schema: z.ZodType<V>;
  view: (link: Link, item: T) => V;
};
/** A listing of any kind of record. */
export type AnyListing = Omit<Listing<never, unknown>, 'view'>;

/** Parameters of every list. negotiate.ts reads `format` before the list is chosen. */
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

/** Makes the absolute URL of an object, `https://host/api/<collection>/<uuid>/`. `below` is a path that is appended. */
export type Link = (collection: Collection, uuid: Uuid, below?: string) => string;

/**
 * Query parameters that Waldur's published clients send and that have no effect in Paddock, each with the reason. A
 * list accepts a parameter of this table only if its filter table names it.
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
