import type { FilterTable } from '#shared/contracts/rest/listing';
import { TEXT } from '#shared/contracts/rest/waldur-texts';
import { parseReference, type Uuid } from '#shared/domain/identifier';
import { Invalid } from '#shared/errors';

type Matches<T> = (item: T) => boolean;
/** `matches` is absent when no filter is on, so that the list's kept total can be used. */
export type Filters<T> = { customerUuid?: Uuid; projectUuid?: Uuid; matches?: Matches<T> };

export const badChoice = (value: string): string =>
  `Select a valid choice. ${value} is not one of the available choices.`;

function uuidParam(query: URLSearchParams, name: string): Uuid | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  const uuid = parseReference(text);
  if (uuid === undefined) throw new Invalid({ [name]: [TEXT.badUuid] });
  return uuid;
}

const uuidWithin = <T>(query: URLSearchParams, { within = [] }: FilterTable<T>, scope: 'customer' | 'project') =>
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

function uuidMatches<T>(query: URLSearchParams, { uuids = {} }: FilterTable<T>): Matches<T>[] {
  return Object.entries(uuids).flatMap(([name, of]) => {
    const uuid = uuidParam(query, name);
    return uuid === undefined ? [] : [(item: T) => of(item) === uuid];
  });
}

function choiceMatches<T>(query: URLSearchParams, { choices = {} }: FilterTable<T>): Matches<T>[] {
  return Object.entries(choices).flatMap(([name, { values, of }]) => {
    const asked = query.getAll(name).filter((value) => value !== '');
    const bad = asked.find((value) => !values.includes(value));
    if (bad !== undefined) throw new Invalid({ [name]: [badChoice(bad)] });
    return asked.length === 0 ? [] : [(item: T) => asked.includes(of(item))];
  });
}

/** Customer and project narrow the partitions that are read; everything else filters what was read. */
export function readFilters<T>(query: URLSearchParams, table: FilterTable<T>): Filters<T> {
  const customerUuid = uuidWithin(query, table, 'customer');
  const projectUuid = uuidWithin(query, table, 'project');
  const all = [...textMatches(query, table), ...uuidMatches(query, table), ...choiceMatches(query, table)];
  return {
    ...(customerUuid !== undefined && { customerUuid }),
    ...(projectUuid !== undefined && { projectUuid }),
    ...(all.length > 0 && { matches: (item: T) => all.every((matches) => matches(item)) }),
  };
}
