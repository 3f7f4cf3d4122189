import type { z } from 'zod';
import type { Uuid } from '../../domain/identifier.ts';
import type { Link } from './link.ts';

export type Within = 'customer' | 'project' | 'resource' | 'cluster';

/** Which query parameters a list understands; an unknown one is ignored, an empty value too (waldur-http.md "Lists"). */
export type FilterTable<T> = {
  /** `customer(_uuid)`, `project(_uuid)`, `resource(_uuid)`, `cluster(_uuid)`: these narrow the partitions that are read. */
  within?: readonly Within[];
  /** Text contained in the field, any case. */
  contains?: Record<string, (item: T) => string>;
  /** Text equal to the field, case-sensitive. */
  equals?: Record<string, (item: T) => string>;
  /** Repeatable: one of the given texts is one of the field's names. */
  names?: Record<string, (item: T) => readonly string[]>;
  /** Equal to one of the field's names, or its uuid in either form. */
  either?: Record<string, (item: T) => readonly string[]>;
  /** Uuid in either form, or URL, and repeatable; where several are meant, it is one of them. */
  uuids?: Record<string, (item: T) => Uuid | readonly Uuid[] | undefined>;
  /** Repeatable: one of the given values; `read` brings another spelling into theirs. */
  choices?: Record<string, { values: readonly string[]; of: (item: T) => string; read?: (text: string) => string }>;
  /** Those of the above that the database has an index for. Without one, everything that the caller may see is read. */
  indexed?: readonly string[];
  /** A day, `2026-11-01`: the field's own, or one from which on or until which it may be. */
  dates?: Record<string, { is: 'on' | 'from' | 'until'; of: (item: T) => string }>;
};
/** What `o=` may name, and by which text each sorts. */
export type Orderings<T> = Readonly<Record<string, (item: T) => string>>;

/** A list: what it may be asked, and how an item of it looks. The route answers by it, the OpenAPI document tells it. */
export type Listing<T, V> = {
  filters: FilterTable<T>;
  /** Without it `o` is ignored, as Waldur does for some lists. */
  orderings?: Orderings<T>;
  schema: z.ZodType<V>;
  view: (link: Link, item: T) => V;
  /** Understands `field=`. */
  selectable?: true;
};
/** A listing of whatever. */
export type AnyListing = Omit<Listing<never, unknown>, 'view'>;
