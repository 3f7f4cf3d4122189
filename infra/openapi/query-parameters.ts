import { z } from 'zod';
import type { AnyListing, FilterTable } from '#shared/contracts/rest/listing';
import type { Operation } from '#shared/contracts/rest/operation';

type Shape = Record<string, z.ZodType>;
const each = (names: Iterable<string>, schema: (name: string) => z.ZodType): Shape =>
  Object.fromEntries([...names].map((name) => [name, schema(name).optional()]));

/** Both forms of a uuid, as paths and filters take them. */
export const UUID_PATTERN = '^([0-9a-fA-F]{32}|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$';
const uuidFilter = (description: string) =>
  z.string().meta({ description, examples: ['6f1c0a4f3b5e4d0c9a7b2e8d1c3f5a60'] });

const DAYS = {
  on: 'Of exactly this day.',
  from: 'Of this day or a later one.',
  until: 'Of this day or an earlier one.',
};
const dateFilter = (description: string) => z.iso.date().meta({ description, examples: ['2026-11-01'] });

const filtersOf = (table: FilterTable<never>): Shape => ({
  ...each(Object.keys(table.contains ?? {}), (name) =>
    z.string().meta({ description: `\`${name}\` contains this text, in any case.` }),
  ),
  ...each(Object.keys(table.equals ?? {}), (name) =>
    z.string().meta({ description: `\`${name.replace(/_exact$/, '')}\` is exactly this text.` }),
  ),
  ...each(Object.keys(table.names ?? {}), (name) =>
    z.array(z.string()).meta({ description: `\`${name}\` is exactly one of these; may be repeated.` }),
  ),
  ...each(Object.keys(table.either ?? {}), (name) => z.string().meta({ description: `Name or uuid of a ${name}.` })),
  ...each(Object.keys(table.uuids ?? {}), (name) =>
    uuidFilter(`\`${name}\` is this one: a uuid in either form, or the URL of the object.`),
  ),
  ...Object.assign(
    {},
    ...Object.entries(table.choices ?? {}).map(([name, { values }]) =>
      each([name], () => z.array(z.enum(values)).meta({ description: 'One of these; may be repeated.' })),
    ),
  ),
  ...Object.assign(
    {},
    ...Object.entries(table.dates ?? {}).map(([name, { is }]) => each([name], () => dateFilter(DAYS[is]))),
  ),
  ...each(
    (table.within ?? []).flatMap((scope) => [scope, `${scope}_uuid`]),
    (name) => uuidFilter(`Only what belongs to this ${name.replace('_uuid', '')}: a uuid in either form, or its URL.`),
  ),
});

const paging: Shape = {
  page: z
    .union([z.int().min(1), z.literal('last')])
    .optional()
    .meta({ description: 'Number of the page, from 1, or `last`. A page that is not there is 404.', examples: [1] }),
  page_size: z
    .int()
    .min(1)
    .max(300)
    .optional()
    .meta({ description: 'Items per page: 10 unless said otherwise, at most 300.', examples: [10] }),
};

function orderingOf({ orderings = {} }: AnyListing): Shape {
  const names = Object.keys(orderings).flatMap((name) => [name, `-${name}`]);
  if (names.length === 0) return {};
  const description = 'Fields to sort by, separated by commas; `-` in front sorts downwards. Newest first without it.';
  return {
    o: z
      .array(z.enum(names))
      .optional()
      .meta({ description, param: { style: 'form', explode: false } }),
  };
}

const FIELD = z.array(z.string()).optional().meta({
  description: 'Fields that the reply shall have; repeat it for several. Unknown ones are ignored.',
});

/** Everything an operation reads from the query, as one object schema; undefined when it reads nothing. */
export function queryOf({ listing, query, selectable = listing?.selectable }: Operation): z.ZodObject | undefined {
  const shape: Shape = {
    ...(listing && { ...filtersOf(listing.filters), ...orderingOf(listing), ...paging }),
    ...(selectable && { field: FIELD }),
    ...query?.shape,
  };
  return Object.keys(shape).length === 0 ? undefined : z.object(shape);
}

/** Whether a wrong value of a query parameter is refused (400) rather than ignored. */
export const refusesQueries = ({ listing }: Operation): boolean =>
  listing !== undefined &&
  [
    listing.orderings,
    listing.filters.uuids,
    listing.filters.choices,
    listing.filters.dates,
    listing.filters.within,
  ].some((table) => table !== undefined && Object.keys(table).length > 0);
