import { z } from 'zod';
import type { FilterTable, Within } from '#shared/contracts/rest/listing';
import { TEXT } from '#shared/contracts/rest/waldur-texts';
import { parseReference, parseUuid, type Uuid } from '#shared/domain/identifier';
import { Invalid } from '#shared/errors';

type Matches<T> = (item: T) => boolean;
/** `matches` is absent when no filter is on, so that the list's kept total can be used. */
export type Filters<T> = {
  customerUuid?: Uuid;
  projectUuid?: Uuid;
  resourceUuid?: Uuid;
  clusterUuid?: Uuid;
  /** One state, of a list that has an index for it; `matches` does not look at it then. */
  state?: string;
  matches?: Matches<T>;
};

export const badChoice = (value: string): string =>
  `Select a valid choice. ${value} is not one of the available choices.`;

function uuidParam(query: URLSearchParams, name: string): Uuid | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  const uuid = parseReference(text);
  if (uuid === undefined) throw new Invalid({ [name]: [TEXT.badUuid] });
  return uuid;
}

const uuidWithin = <T>(query: URLSearchParams, { within = [] }: FilterTable<T>, scope: Within) =>
  within.includes(scope)
    ? [`${scope}_uuid`, scope].map((name) => uuidParam(query, name)).find((uuid) => uuid !== undefined)
    : undefined;

function textMatches<T>(query: URLSearchParams, { contains = {}, equals = {} }: FilterTable<T>): Matches<T>[] {
  const wanted = (name: string) => query.get(name) || undefined;
  const found: Matches<T>[] = [];
  for (const [name, of] of Object.entries(contains)) {
    const text = wanted(name)?.toLowerCase();
    if (text !== undefined) found.push((item) => of(item).toLowerCase().includes(text));
  }
  for (const [name, of] of Object.entries(equals)) {
    const text = wanted(name);
    if (text !== undefined) found.push((item) => of(item) === text);
  }
  return found;
}

function nameMatches<T>(query: URLSearchParams, { either = {} }: FilterTable<T>): Matches<T>[] {
  return Object.entries(either).flatMap(([name, of]) => {
    const text = query.get(name) || undefined;
    if (text === undefined) return [];
    const wanted = parseUuid(text) ?? text;
    return [(item: T) => of(item).includes(wanted)];
  });
}

function uuidMatches<T>(query: URLSearchParams, { uuids = {} }: FilterTable<T>): Matches<T>[] {
  return Object.entries(uuids).flatMap(([name, of]) => {
    const uuid = uuidParam(query, name);
    return uuid === undefined ? [] : [(item: T) => [of(item)].flat().includes(uuid)];
  });
}

/** Several states at once are looked for in what the whole list has. */
function stateWithin<T>(query: URLSearchParams, { indexedState, choices = {} }: FilterTable<T>): string | undefined {
  const [state, ...more] = new Set(query.getAll('state').filter((value) => value !== ''));
  return indexedState && more.length === 0 && choices.state?.values.includes(state ?? '') ? state : undefined;
}

function choiceMatches<T>(query: URLSearchParams, table: FilterTable<T>): Matches<T>[] {
  const isNarrowed = stateWithin(query, table) !== undefined;
  return Object.entries(table.choices ?? {}).flatMap(([name, { values, of }]) => {
    if (name === 'state' && isNarrowed) return [];
    const asked = query.getAll(name).filter((value) => value !== '');
    const bad = asked.find((value) => !values.includes(value));
    if (bad !== undefined) throw new Invalid({ [name]: [badChoice(bad)] });
    return asked.length === 0 ? [] : [(item: T) => asked.includes(of(item))];
  });
}

const FITS = {
  on: (day: string, given: string) => day === given,
  from: (day: string, given: string) => day >= given,
  until: (day: string, given: string) => day <= given,
};

function dateMatches<T>(query: URLSearchParams, { dates = {} }: FilterTable<T>): Matches<T>[] {
  return Object.entries(dates).flatMap(([name, { is, of }]) => {
    const given = query.get(name) || undefined;
    if (given === undefined) return [];
    if (!z.iso.date().safeParse(given).success) throw new Invalid({ [name]: [TEXT.badDate] });
    return [(item: T) => FITS[is](of(item), given)];
  });
}

/** Customer, project and resource narrow the partitions that are read; everything else filters what was read. */
export function readFilters<T>(query: URLSearchParams, table: FilterTable<T>): Filters<T> {
  const customerUuid = uuidWithin(query, table, 'customer');
  const projectUuid = uuidWithin(query, table, 'project');
  const resourceUuid = uuidWithin(query, table, 'resource');
  const clusterUuid = uuidWithin(query, table, 'cluster');
  const state = stateWithin(query, table);
  const all = [textMatches, nameMatches, uuidMatches, choiceMatches, dateMatches].flatMap((read) => read(query, table));
  return {
    ...(customerUuid !== undefined && { customerUuid }),
    ...(projectUuid !== undefined && { projectUuid }),
    ...(resourceUuid !== undefined && { resourceUuid }),
    ...(clusterUuid !== undefined && { clusterUuid }),
    ...(state !== undefined && { state }),
    ...(all.length > 0 && { matches: (item: T) => all.every((matches) => matches(item)) }),
  };
}
