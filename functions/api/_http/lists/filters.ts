import { z } from 'zod';
import type { FilterTable, Within } from '#shared/contracts/rest/_core/listing';
import { assertFilterTexts } from '#shared/contracts/rest/_core/query-bounds';
import { TEXT } from '#shared/contracts/rest/_core/waldur-texts';
import { parseReference, parseUuid, type Uuid } from '#shared/domain/_core/identifier';
import type { Caller } from '#shared/domain/organizations/caller';
import { Invalid } from '#shared/errors';
import type { Where } from '#shared/ports/store';

/**
 * The filters of a list. If `matches` is missing, the list contains every row that the store finds, and the store's
 * total is the list's total.
 */
export type Filters<T> = {
  customerUuid?: Uuid;
  projectUuid?: Uuid;
  resourceUuid?: Uuid;
  clusterUuid?: Uuid;
  /** Filters that the store applies by an index. `matches` does not check them again. */
  where?: Where;
  matches?: Matches<T>;
};
/** A request with its caller. The caller is undefined when a route needs no sign-in and the request has no token. */
type Question = { request: { query: URLSearchParams }; caller?: Caller };

const uuidWithin = <T>(query: URLSearchParams, { within = [] }: FilterTable<T>, scope: Within) =>
  within.includes(scope)
    ? [`${scope}_uuid`, scope].map((name) => uuidParams(query, name)).find((uuids) => uuids.length > 0)?.[0]
    : undefined;

/**
 * Reads the filters of a query. Filters by customer, project, resource or cluster, and filters with an index, limit the
 * rows that are read. All other filters are applied to the rows that were read.
 */
export function readFilters<T>({ request: { query }, caller }: Question, table: FilterTable<T>): Filters<T> {
  assertFilterTexts(query);
  const customerUuid = uuidWithin(query, table, 'customer');
  const projectUuid = uuidWithin(query, table, 'project');
  const resourceUuid = uuidWithin(query, table, 'resource');
  const clusterUuid = uuidWithin(query, table, 'cluster');
  const asked = filtersAsked(query, table, caller);
  const isIndexed = ({ name }: Asked<T>) => table.indexed?.includes(name) ?? false;
  const indexed = asked.filter(isIndexed);
  const others = asked.filter((filter) => !isIndexed(filter));
  return {
    ...(customerUuid !== undefined && { customerUuid }),
    ...(projectUuid !== undefined && { projectUuid }),
    ...(resourceUuid !== undefined && { resourceUuid }),
    ...(clusterUuid !== undefined && { clusterUuid }),
    ...(indexed.length > 0 && { where: Object.fromEntries(indexed.map(({ name, values }) => [name, values])) }),
    ...(others.length > 0 && { matches: (item: T) => others.every(({ matches }) => matches(item)) }),
  };
}

type Matches<T> = (item: T) => boolean;
/** A filter in the query, with its values. `matches` decides whether a row passes the filter. */
type Asked<T> = { name: string; values: readonly string[]; matches: Matches<T> };
type Reader = <T>(query: URLSearchParams, table: FilterTable<T>, asker: Caller | undefined) => Asked<T>[];

export const badChoice = (value: string): string =>
  `Select a valid choice. ${value} is not one of the available choices.`;

const given = (query: URLSearchParams, name: string): string[] => query.getAll(name).filter((text) => text !== '');

export const uuidParams = (query: URLSearchParams, name: string): Uuid[] =>
  given(query, name).map((text) => {
    const uuid = parseReference(text);
    if (uuid === undefined) throw new Invalid({ [name]: [TEXT.badUuid] });
    return uuid;
  });

const partsAsked: Reader = (query, { contains = {} }) =>
  Object.entries(contains).flatMap(([name, of]) => {
    const text = query.get(name)?.toLowerCase();
    return text ? [{ name, values: [text], matches: (item) => of(item).toLowerCase().includes(text) }] : [];
  });

const textsAsked: Reader = (query, { equals = {} }) =>
  Object.entries(equals).flatMap(([name, of]) => {
    const text = query.get(name);
    return text ? [{ name, values: [text], matches: (item) => of(item) === text }] : [];
  });

const severalAsked: Reader = (query, { oneOf = {} }, asker) =>
  Object.entries(oneOf).flatMap(([name, of]) => {
    const texts = given(query, name).flatMap((text) => text.split(',').map((part) => parseUuid(part) ?? part));
    const matches = (item: Parameters<typeof of>[0]) => [of(item, asker)].flat().some((text) => texts.includes(text));
    return texts.length === 0 ? [] : [{ name, values: texts, matches }];
  });

const namesAsked: Reader = (query, { either = {} }) =>
  Object.entries(either).flatMap(([name, of]) => {
    const wanted = given(query, name).map((text) => parseUuid(text) ?? text);
    const matches = (item: Parameters<typeof of>[0]) => of(item).some((one) => wanted.includes(one));
    return wanted.length === 0 ? [] : [{ name, values: wanted, matches }];
  });

const uuidsAsked: Reader = (query, { uuids = {} }) =>
  Object.entries(uuids).flatMap(([name, of]) => {
    const values = uuidParams(query, name);
    const matches = (item: Parameters<typeof of>[0]) =>
      [of(item)].flat().some((uuid) => uuid !== undefined && values.includes(uuid));
    return values.length === 0 ? [] : [{ name, values, matches }];
  });

const asIs = (text: string): string => text;

const choicesAsked: Reader = (query, { choices = {} }) =>
  Object.entries(choices).flatMap(([name, { values, of, read = asIs }]) => {
    const bad = given(query, name).find((value) => !values.includes(read(value)));
    if (bad !== undefined) throw new Invalid({ [name]: [badChoice(bad)] });
    const asked = [...new Set(given(query, name).map(read))];
    return asked.length === 0 ? [] : [{ name, values: asked, matches: (item) => asked.includes(of(item)) }];
  });

/** Values of flags, as Django parses them. Some Python clients send `True`. */
const FLAGS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** Reads `true` or `false`. Undefined when the parameter is missing. Throws Invalid for any other value. */
export function flagParam(query: URLSearchParams, name: string): boolean | undefined {
  const text = query.get(name);
  if (!text) return undefined;
  const wanted = FLAGS.get(text.toLowerCase());
  if (wanted === undefined) throw new Invalid({ [name]: [badChoice(text)] });
  return wanted;
}

const flagsAsked: Reader = (query, { flags = {} }, asker) =>
  Object.entries(flags).flatMap(([name, of]) => {
    const wanted = flagParam(query, name);
    if (wanted === undefined) return [];
    return [{ name, values: [String(wanted)], matches: (item) => of(item, asker) === wanted }];
  });

type Order = string | number;
const FITS = {
  on: (at: Order, wanted: Order) => at === wanted,
  from: (at: Order, wanted: Order) => at >= wanted,
  until: (at: Order, wanted: Order) => at <= wanted,
};

const datesAsked: Reader = (query, { dates = {} }) =>
  Object.entries(dates).flatMap(([name, { is, of }]) => {
    const day = query.get(name);
    if (!day) return [];
    if (!z.iso.date().safeParse(day).success) throw new Invalid({ [name]: [TEXT.badDate] });
    return [{ name, values: [day], matches: (item) => FITS[is](of(item), day) }];
  });

const instantsAsked: Reader = (query, { instants = {} }) =>
  Object.entries(instants).flatMap(([name, { is, of }]) => {
    const instant = readInstant(query, name);
    if (instant === undefined) return [];
    const matches = (item: Parameters<typeof of>[0]) => {
      const at = of(item);
      return at !== undefined && FITS[is](at, instant);
    };
    return [{ name, values: [instant], matches }];
  });

const numbersAsked: Reader = (query, { numbers = {} }) =>
  Object.entries(numbers).flatMap(([name, { is, of }]) => {
    const text = query.get(name);
    if (!text) return [];
    if (!/^\d{1,15}$/.test(text)) throw new Invalid({ [name]: [TEXT.badInteger] });
    return [{ name, values: [text], matches: (item) => FITS[is](of(item), Number(text)) }];
  });

const nothingAsked: Reader = (query, { nothing = [] }) =>
  nothing
    .filter((name) => given(query, name).length > 0)
    .map((name) => ({ name, values: given(query, name), matches: () => false }));

/** A time without an offset is UTC, as in Waldur. */
const iso = z.iso.datetime({ offset: true, local: true }).or(z.iso.date());
const hasOffset = (text: string): boolean => /(Z|[+-]\d\d:?\d\d)$/i.test(text.slice(10)) || text.length === 10;

/**
 * Reads a time and returns it as ISO 8601 in UTC. Returns undefined when the parameter is missing. Also accepts seconds
 * since 1970, as Waldur's clients send them. Throws Invalid for any other text.
 */
export function readInstant(query: URLSearchParams, name: string): string | undefined {
  const text = query.get(name);
  if (!text) return undefined;
  const isIso = iso.safeParse(text).success;
  const instant = isIso ? `${text}${hasOffset(text) ? '' : 'Z'}` : Number.NaN;
  const at = new Date(/^\d{1,11}(\.\d+)?$/.test(text) ? Number(text) * 1000 : instant);
  if (Number.isNaN(at.getTime()))
    throw new Invalid({ [name]: ['Enter a time: seconds since 1970, or ISO 8601 such as 2026-01-31T12:00:00Z.'] });
  return at.toISOString();
}

const READERS: readonly Reader[] = [
  partsAsked,
  textsAsked,
  severalAsked,
  namesAsked,
  uuidsAsked,
  choicesAsked,
  flagsAsked,
  datesAsked,
  instantsAsked,
  numbersAsked,
  nothingAsked,
];

const filtersAsked: Reader = (query, table, asker) => READERS.flatMap((read) => read(query, table, asker));
