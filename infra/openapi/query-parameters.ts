import { z } from 'zod';
import { ACCEPTED_FILTERS } from '#shared/contracts/rest/_core/accepted-filters';
import type { AnyListing, FilterTable } from '#shared/contracts/rest/_core/listing';
import type { Operation } from '#shared/contracts/rest/_core/operation';

import { meaningOf } from './field-glossary.ts';

type Shape = Record<string, z.ZodType>;
const each = <N extends string>(names: Iterable<N>, schema: (name: N) => z.ZodType): Shape =>
  Object.fromEntries([...names].map((name) => [name, schema(name).optional()]));
const entries = <V>(table: Readonly<Record<string, V>> = {}, schema: (value: V) => z.ZodType): Shape =>
  Object.fromEntries(Object.entries(table).map(([name, value]) => [name, schema(value).optional()]));

/** Both forms of a uuid, as paths and filters take them. */
export const UUID_PATTERN = '^([0-9a-fA-F]{32}|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$';
const uuidFilter = (description: string, name: string) =>
  z.string().meta({ description, examples: [...(meaningOf(`${name.replace(/_uuid$/, '')}_uuid`)?.examples ?? [])] });

const DAYS = {
  on: 'Of exactly this day.',
  from: 'Of this day or a later one.',
  until: 'Of this day or an earlier one.',
};
const INSTANTS = {
  from: 'Of this instant or later: ISO 8601, or seconds since 1970.',
  until: 'Of this instant or earlier: ISO 8601, or seconds since 1970.',
};
const NUMBERS = { on: 'Exactly this many.', from: 'This many or more.', until: 'This many or fewer.' };
const dateFilter = (description: string) => z.iso.date().meta({ description, examples: ['2026-11-01'] });

/** By what a filter does with its text, what the document says of it. */
const DESCRIBED = {
  contains: (name: string) => z.string().meta({ description: `\`${name}\` contains this text, in any case.` }),
  equals: (name: string) =>
    z.string().meta({ description: `\`${name.replace(/_exact$/, '')}\` is exactly this text.` }),
  oneOf: () => z.array(z.string()).meta({ description: 'One of these; may be repeated, or separated by commas.' }),
  either: (name: string) => z.array(z.string()).meta({ description: `Name or uuid of a ${name}; may be repeated.` }),
  uuids: (name: string) =>
    uuidFilter(`\`${name}\` is this one: a uuid in either form, or the URL of the object.`, name),
  flags: (name: string) =>
    z.boolean().meta({
      description: `\`true\`: only what is \`${name}\`; \`false\`: only what is not. Where it is about somebody, it is about the caller.`,
    }),
};
const describedOf = (table: FilterTable<never>): Shape =>
  Object.assign(
    {},
    ...Object.entries(DESCRIBED).map(([kind, schema]) => {
      const names: Readonly<Record<string, object>> = table;
      return each(Object.keys(names[kind] ?? {}), schema);
    }),
  );

const filtersOf = ({ choices, instants, dates, numbers, ...table }: FilterTable<never>): Shape => ({
  ...entries(table.own, (schema) => schema),
  ...describedOf(table),
  ...entries(choices, ({ values }) => z.array(z.enum(values)).meta({ description: 'One of these; may be repeated.' })),
  ...each(table.nothing ?? [], (name) =>
    z.string().meta({ description: `Nothing here has a \`${name}\`: finds nothing.` }),
  ),
  ...each(table.accepted ?? [], (name) =>
    z.string().meta({ description: `Changes nothing. ${ACCEPTED_FILTERS[name]}` }),
  ),
  ...entries(instants, ({ is }) =>
    z.string().meta({ description: INSTANTS[is], examples: ['2026-11-01T00:00:00Z', '1793491200'] }),
  ),
  ...entries(numbers, ({ is }) =>
    z
      .int()
      .min(0)
      .meta({ description: NUMBERS[is], examples: [2] }),
  ),
  ...entries(dates, ({ is }) => dateFilter(DAYS[is])),
  ...each(
    (table.within ?? []).flatMap((scope) => [scope, `${scope}_uuid`]),
    (name) =>
      uuidFilter(`Only what belongs to this ${name.replace('_uuid', '')}: a uuid in either form, or its URL.`, name),
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
    .meta({ description: 'Items on a page, at most 300. Default: 10.', examples: [10] }),
};

function orderingOf({ orderings }: AnyListing): Shape {
  if (orderings === 'own') return {};
  const names = Object.keys(orderings).flatMap((name) => [name, `-${name}`]);
  const description = 'Fields to sort by, separated by commas; `-` in front sorts downwards. Newest first without it.';
  return {
    o: z
      .array(z.enum(names))
      .optional()
      .meta({ description, param: { style: 'form', explode: false } }),
  };
}

const FIELD = z.array(z.string()).optional().meta({
  description: 'Fields that the answer has, instead of all; repeat it for several. Unknown ones are ignored.',
});

/** Everything an operation reads from the query, as one object schema; undefined when it reads nothing. */
export function queryOf({ listing, query, selectable }: Operation): z.ZodObject | undefined {
  const shape: Shape = {
    ...(listing && { ...filtersOf(listing.filters), ...orderingOf(listing), ...paging }),
    ...((listing || selectable) && { field: FIELD }),
    ...query?.shape,
  };
  return Object.keys(shape).length === 0 ? undefined : z.object(shape);
}
