import { z } from 'zod';
import { ACCEPTED_FILTERS, type AnyListing, type FilterTable } from '#shared/contracts/rest/_core/listing';
import type { ApiOperation } from '#shared/contracts/rest/_core/operation';
import {
  MAX_FILTER_NUMBER,
  MAX_FILTER_TEXT,
  MAX_PAGE,
  MAX_QUERY_FIELDS,
  MAX_QUERY_VALUES,
} from '#shared/contracts/rest/_core/query-bounds';

import { meaningOf } from './field-glossary.ts';

type Shape = Record<string, z.ZodType>;
const each = <N extends string>(names: Iterable<N>, schema: (name: N) => z.ZodType): Shape =>
  Object.fromEntries([...names].map((name) => [name, schema(name).optional()]));
const entries = <V>(table: Readonly<Record<string, V>> = {}, schema: (value: V) => z.ZodType): Shape =>
  Object.fromEntries(Object.entries(table).map(([name, value]) => [name, schema(value).optional()]));

const filterText = () => z.string().max(MAX_FILTER_TEXT);
const filterTexts = () => z.array(filterText()).max(MAX_QUERY_VALUES);

/** A uuid, with or without dashes. */
export const UUID_PATTERN = '^([0-9a-fA-F]{32}|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$';
const uuidFilter = (description: string, name: string) =>
  filterText().meta({ description, examples: [...(meaningOf(`${name.replace(/_uuid$/, '')}_uuid`)?.examples ?? [])] });

const DAYS = {
  on: 'Only items of this day.',
  from: 'Only items of this day or later.',
  until: 'Only items of this day or earlier.',
};
const INSTANTS = {
  from: 'Only items of this time or later: ISO 8601, or seconds since 1970.',
  until: 'Only items of this time or earlier: ISO 8601, or seconds since 1970.',
};
const NUMBERS = {
  on: 'Only items with exactly this number.',
  from: 'Only items with this number or a larger one.',
  until: 'Only items with this number or a smaller one.',
};
const dateFilter = (description: string) => z.iso.date().meta({ description, examples: ['2026-11-01'] });

const DESCRIBED = {
  contains: (name: string) =>
    filterText().meta({ description: `Only items whose \`${name}\` contains this text. Case is ignored.` }),
  equals: (name: string) =>
    filterText().meta({
      description: `Only items whose \`${name.replace(/_exact$/, '')}\` is exactly this text, in the same case.`,
    }),
  oneOf: () =>
    filterTexts().meta({
      description: 'Only items with one of these values. Repeat the parameter, or separate the values by commas.',
    }),
  either: (name: string) =>
    filterTexts().meta({ description: `Name or uuid of a ${name}. Repeat the parameter for several values.` }),
  uuids: (name: string) =>
    uuidFilter(`Only items whose \`${name}\` is this object: a uuid with or without dashes, or a URL.`, name),
  flags: (name: string) =>
    z.boolean().meta({
      description: `\`true\`: only items for which \`${name}\` is true. \`false\`: only the other items. If \`${name}\` is about a user, this user is the caller.`,
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
  ...entries(choices, ({ values }) =>
    z
      .array(z.enum(values))
      .max(MAX_QUERY_VALUES)
      .meta({ description: 'Only items with one of these values. Repeat the parameter for several values.' }),
  ),
  ...each(table.nothing ?? [], (name) =>
    filterText().meta({ description: `No item has the field \`${name}\`, so this filter finds nothing.` }),
  ),
  ...each(table.accepted ?? [], (name) =>
    filterText().meta({ description: `Has no effect. ${ACCEPTED_FILTERS[name]}` }),
  ),
  ...entries(instants, ({ is }) =>
    filterText().meta({ description: INSTANTS[is], examples: ['2026-11-01T00:00:00Z', '1793491200'] }),
  ),
  ...entries(numbers, ({ is }) =>
    z
      .int()
      .min(0)
      .max(MAX_FILTER_NUMBER)
      .meta({ description: NUMBERS[is], examples: [2] }),
  ),
  ...entries(dates, ({ is }) => dateFilter(DAYS[is])),
  ...each(
    (table.within ?? []).flatMap((scope) => [scope, `${scope}_uuid`]),
    (name) =>
      uuidFilter(`Only items of this ${name.replace('_uuid', '')}: a uuid with or without dashes, or a URL.`, name),
  ),
});

const paging: Shape = {
  page: z
    .union([z.int().min(1).max(MAX_PAGE), z.literal('last')])
    .optional()
    .meta({ description: 'Number of the page, from 1, or `last`. A page that does not exist is 404.', examples: [1] }),
  page_size: z
    .int()
    .min(1)
    .max(300)
    .optional()
    .meta({ description: 'Items on a page, at most 300. The default is 10.', examples: [10] }),
};

function orderingOf({ orderings }: AnyListing): Shape {
  if (orderings === 'own') return {};
  const names = Object.keys(orderings).flatMap((name) => [name, `-${name}`]);
  const description =
    'Fields to sort by, separated by commas. `-` before a field sorts in descending order. By default, most lists begin with the newest item.';
  return {
    o: z
      .array(z.enum(names))
      .max(MAX_QUERY_VALUES)
      .optional()
      .meta({ description, param: { style: 'form', explode: false } }),
  };
}

const FIELD = z.array(filterText()).max(MAX_QUERY_FIELDS).optional().meta({
  description:
    'Only this field is in the answer. Repeat the parameter for several fields. Unknown fields are ignored. If no field is known, the answer has all fields.',
});

export function queryParametersOf({ listing, query, selectable }: ApiOperation): z.ZodObject | undefined {
  const shape: Shape = {
    ...(listing && { ...filtersOf(listing.filters), ...orderingOf(listing), ...paging }),
    ...((listing || selectable) && { field: FIELD }),
    ...query?.shape,
  };
  return Object.keys(shape).length === 0 ? undefined : z.object(shape);
}
