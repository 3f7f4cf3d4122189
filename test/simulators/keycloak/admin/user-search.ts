import type { KeycloakRealm, KeycloakUser } from '../realm.ts';
import { AdminError } from './admin-error.ts';
import { isTrue } from './admin-request.ts';
import { attributeTerms } from './group-search.ts';
import { byUsername } from './user-view.ts';

type Test = (user: KeycloakUser) => boolean;
const NAMES = ['username', 'email', 'firstName', 'lastName'] as const;

/**
 * The users that match all conditions of `GET users` or `GET users/count`. Service accounts of clients appear only if
 * the query has conditions and no `search`.
 */
export function searchUsers(realm: KeycloakRealm, query: URLSearchParams): KeycloakUser[] {
  const search = query.get('search');
  const byId = search?.startsWith('id:') ? search.slice(3).trim().split(/\s+/) : undefined;
  const asked = byId
    ? [(user: KeycloakUser) => byId.includes(user.id)]
    : [...fieldTests(query), ...(search === null ? [] : searchTests(search)), ...flagTests(query), ...timeTests(query)];
  const isFielded = asked.length > 0 && search === null;
  return [...realm.users.values()]
    .filter((user) => (isFielded || !user.isServiceAccount) && asked.every((test) => test(user)))
    .sort(byUsername);
}

/**
 * A field matches if it contains the given text, in upper or lower case. With `exact`, the whole field has to match.
 */
function fieldTests(query: URLSearchParams): Test[] {
  const isExact = isTrue(query, 'exact', false);
  const named = NAMES.filter((name) => query.get(name)).map((name): Test => {
    const wanted = (query.get(name) ?? '').toLowerCase();
    return (user) => (isExact ? user[name].toLowerCase() === wanted : user[name].toLowerCase().includes(wanted));
  });
  // The simulator stores no attributes outside the profile, and no user comes from another identity provider.
  // Conditions on either of them match nobody.
  const attributes = attributeTerms(query.get('q') ?? '').map(([name, value]): Test => {
    const field = NAMES.find((one) => one === name);
    return (user) => field !== undefined && user[field] === value;
  });
  const provider = query.has('idpAlias') || query.has('idpUserId') ? [() => false] : [];
  return [...named, ...attributes, ...provider];
}

/**
 * Each word matches the beginning of a name or of the address. `*` stands for any text. A quoted word matches the whole
 * value.
 */
const searchTests = (text: string): Test[] =>
  [...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word = '']): Test => {
    const pattern = quoted === undefined ? `^${word.split('*').map(escaped).join('.*')}` : `^${escaped(quoted)}$`;
    const matcher = new RegExp(pattern, 'i');
    return (user) => NAMES.some((name) => matcher.test(user[name]));
  });

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Any value other than `true` counts as `false`. */
const flagTests = (query: URLSearchParams): Test[] =>
  (['enabled', 'emailVerified'] as const)
    .filter((name) => query.has(name))
    .map(
      (name): Test =>
        (user) =>
          user[name] === (query.get(name) === 'true'),
    );

function timeTests(query: URLSearchParams): Test[] {
  const [after, before] = [timeOf(query, 'createdAfter'), timeOf(query, 'createdBefore')];
  return [
    ...(after === undefined ? [] : [({ createdTimestamp }: KeycloakUser) => createdTimestamp >= after]),
    ...(before === undefined ? [] : [({ createdTimestamp }: KeycloakUser) => createdTimestamp <= before]),
  ];
}

/** @throws AdminError 400 for a value that is no time */
export function timeOf(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const time = /^\d+$/.test(text) ? Number(text) : Date.parse(text);
  if (!Number.isNaN(time)) return time;
  throw new AdminError(400, `Invalid value for '${name}', expected format is yyyy-MM-dd or an Epoch timestamp`);
}
