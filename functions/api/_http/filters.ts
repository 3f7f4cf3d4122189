import { z } from 'zod';
import type { FilterTable, Within } from '#shared/contracts/rest/listing';
import { TEXT } from '#shared/contracts/rest/waldur-texts';
import { parseReference, parseUuid, type Uuid } from '#shared/domain/identifier';
import { Invalid } from '#shared/errors';
import type { Where } from '#shared/ports/store';

type Matches<T> = (item: T) => boolean;
/** `matches` is absent when no filter is on, so that the list's kept total can be used. */
export type Filters<T> = {
  customerUuid?: Uuid;
  projectUuid?: Uuid;
  resourceUuid?: Uuid;
  clusterUuid?: Uuid;
  /** What the list has an index for; `matches` does not look at it then. */
  where?: Where;
  matches?: Matches<T>;
};
/** A filter of the query. A row fits that has one of the values. */
type Asked<T> = { name: string; values: readonly string[]; matches: Matches<T> };

export const badChoice = (value: string): string =>
  `Select a valid choice. ${value} is not one of the available choices.`;

/** Of a parameter that may be repeated. */
function uuidParams(query: URLSearchParams, name: string): Uuid[] {
  const texts = query.getAll(name).filter((text) => text !== '');
  return texts.map((text) => {
    const uuid = parseReference(text);
    if (uuid === undefined) throw new Invalid({ [name]: [TEXT.badUuid] });
    return uuid;
  });
}

const uuidWithin = <T>(query: URLSearchParams, { within = [] }: FilterTable<T>, scope: Within) =>
  within.includes(scope)
    ? [`${scope}_uuid`, scope].map((name) => uuidParams(query, name)).find((uuids) => uuids.length > 0)?.[0]
    : undefined;

const asIs = (text: string): string => text;

function textsAsked<T>(query: URLSearchParams, { contains = {}, equals = {} }: FilterTable<T>): Asked<T>[] {
  const asked = (
    name: string,
    read: (text: string) => string,
    fits: (item: T, text: string) => boolean,
  ): Asked<T>[] => {
    const given = query.get(name) || undefined;
    if (given === undefined) return [];
    const text = read(given);
    return [{ name, values: [text], matches: (item) => fits(item, text) }];
  };
  return [
    ...Object.entries(contains).flatMap(([name, of]) =>
      asked(
        name,
        (text) => text.toLowerCase(),
        (item, text) => of(item).toLowerCase().includes(text),
      ),
    ),
    ...Object.entries(equals).flatMap(([name, of]) => asked(name, asIs, (item, text) => of(item) === text)),
  ];
}

function namesAsked<T>(query: URLSearchParams, { names = {} }: FilterTable<T>): Asked<T>[] {
  return Object.entries(names).flatMap(([name, of]) => {
    const values = query.getAll(name).filter((value) => value !== '');
    const matches = (item: T) => of(item).some((known) => values.includes(known));
    return values.length === 0 ? [] : [{ name, values, matches }];
  });
}

function eitherAsked<T>(query: URLSearchParams, { either = {} }: FilterTable<T>): Asked<T>[] {
  return Object.entries(either).flatMap(([name, of]) => {
    const text = query.get(name) || undefined;
    if (text === undefined) return [];
    const wanted = parseUuid(text) ?? text;
    return [{ name, values: [wanted], matches: (item: T) => of(item).includes(wanted) }];
  });
}

function uuidsAsked<T>(query: URLSearchParams, { uuids = {} }: FilterTable<T>): Asked<T>[] {
  return Object.entries(uuids).flatMap(([name, of]) => {
    const values = uuidParams(query, name);
    const matches = (item: T) => [of(item)].flat().some((uuid) => uuid !== undefined && values.includes(uuid));
    return values.length === 0 ? [] : [{ name, values, matches }];
  });
}

function choicesAsked<T>(query: URLSearchParams, { choices = {} }: FilterTable<T>): Asked<T>[] {
  return Object.entries(choices).flatMap(([name, { values, of, read = asIs }]) => {
    const given = query.getAll(name).filter((value) => value !== '');
    const bad = given.find((value) => !values.includes(read(value)));
    const asked = [...new Set(given.map(read))];
    if (bad !== undefined) throw new Invalid({ [name]: [badChoice(bad)] });
    return asked.length === 0 ? [] : [{ name, values: asked, matches: (item: T) => asked.includes(of(item)) }];
  });
}

const FITS = {
  on: (day: string, given: string) => day === given,
  from: (day: string, given: string) => day >= given,
  until: (day: string, given: string) => day <= given,
};

function datesAsked<T>(query: URLSearchParams, { dates = {} }: FilterTable<T>): Asked<T>[] {
  return Object.entries(dates).flatMap(([name, { is, of }]) => {
    const given = query.get(name) || undefined;
    if (given === undefined) return [];
    if (!z.iso.date().safeParse(given).success) throw new Invalid({ [name]: [TEXT.badDate] });
    return [{ name, values: [given], matches: (item: T) => FITS[is](of(item), given) }];
  });
}

/** Customer, project and resource narrow the partitions that are read; so does what has an index; everything else filters what was read. */
export function readFilters<T>(query: URLSearchParams, table: FilterTable<T>): Filters<T> {
  const customerUuid = uuidWithin(query, table, 'customer');
  const projectUuid = uuidWithin(query, table, 'project');
  const resourceUuid = uuidWithin(query, table, 'resource');
  const clusterUuid = uuidWithin(query, table, 'cluster');
  const asked = [textsAsked, namesAsked, eitherAsked, uuidsAsked, choicesAsked, datesAsked].flatMap((read) =>
    read(query, table),
  );
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
