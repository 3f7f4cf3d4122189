import { childrenOf, type KeycloakGroup, type KeycloakRealm } from '../realm.ts';
import { isTrue, pageOf } from './admin-request.ts';

/** Sorts groups by name, in byte order: upper case before lower case. */
export const byName = (a: KeycloakGroup, b: KeycloakGroup): number => (a.name < b.name ? -1 : 1);

/** Matches part of a name in any case. With `exact`, it matches only the whole name in the same case. */
export function namedLike(query: URLSearchParams): (group: KeycloakGroup) => boolean {
  const search = query.get('search') ?? '';
  if (isTrue(query, 'exact', false)) return ({ name }) => search === '' || name === search;
  return ({ name }) => name.toLowerCase().includes(search.toLowerCase());
}

/** Reads the attributes in a text such as `name:value name:"value"`. All text of any other form is silently ignored. */
export function attributeTerms(text: string): [name: string, value: string][] {
  const terms = new Map<string, string>();
  for (const [, name = '', quoted, plain] of text.matchAll(/([^\s:"]+):(?:"([^"]*)"|(\S+))/g)) {
    terms.set(name, quoted ?? plain ?? '');
  }
  return [...terms];
}

export interface FoundGroup {
  group: KeycloakGroup;
  /** Found groups below this one, if the answer is a tree. */
  below: FoundGroup[];
}

/**
 * `GET groups`. Without search and attributes, it lists the top groups. Otherwise it lists a page of groups from all
 * levels, inside their parents. A parent is shown even if it does not match. `populateHierarchy=false` leaves parents
 * out.
 */
export function searchGroups(realm: KeycloakRealm, query: URLSearchParams): FoundGroup[] {
  const terms = attributeTerms(query.get('q') ?? '');
  const isSearched = terms.length > 0 || (query.get('search') ?? '') !== '';
  const candidates = isSearched ? [...realm.groups.values()] : childrenOf(realm, null);
  // If a query has attributes and a name, only the attributes count.
  const matches = terms.length > 0 ? hasAttributes(terms) : namedLike(query);
  const page = pageOf(candidates.filter(matches).sort(byName), query);
  if (!isSearched || !isTrue(query, 'populateHierarchy', true)) return page.map((group) => ({ group, below: [] }));
  return hierarchy(realm, page);
}

const hasAttributes =
  (terms: [string, string][]) =>
  ({ attributes }: KeycloakGroup): boolean =>
    terms.every(([name, value]) => attributes[name]?.includes(value));

function hierarchy({ groups }: KeycloakRealm, page: KeycloakGroup[]): FoundGroup[] {
  const placed = new Map<string, FoundGroup>();
  const tops: FoundGroup[] = [];
  const place = (group: KeycloakGroup): FoundGroup => {
    const known = placed.get(group.id);
    if (known) return known;
    const found: FoundGroup = { group, below: [] };
    placed.set(group.id, found);
    const parent = group.parentId === null ? undefined : groups.get(group.parentId);
    (parent ? place(parent).below : tops).push(found);
    return found;
  };
  page.forEach(place);
  return tops;
}
