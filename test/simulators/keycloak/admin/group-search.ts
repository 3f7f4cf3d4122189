import { childrenOf, type KeycloakGroup, type KeycloakRealm } from '../realm.ts';
import { isTrue, pageOf } from './admin-request.ts';

/** By name, as bytes compare. */
export const byName = (a: KeycloakGroup, b: KeycloakGroup): number => (a.name < b.name ? -1 : 1);

/** Part of a name in any case; with `exact` the whole name, and its case matters. */
export function namedLike(query: URLSearchParams): (group: KeycloakGroup) => boolean {
  const search = query.get('search') ?? '';
  if (isTrue(query, 'exact', false)) return ({ name }) => search === '' || name === search;
  return ({ name }) => name.toLowerCase().includes(search.toLowerCase());
}

/** `name:value name:"value"`; what is not of this form is left out, silently. */
export function attributeTerms(text: string): [name: string, value: string][] {
  const terms = new Map<string, string>();
  for (const [, name = '', quoted, plain] of text.matchAll(/([^\s:"]+):(?:"([^"]*)"|(\S+))/g)) {
    terms.set(name, quoted ?? plain ?? '');
  }
  return [...terms];
}

export interface FoundGroup {
  group: KeycloakGroup;
  /** Those among the found that are below it, where the answer is a tree. */
  below: FoundGroup[];
}

/**
 * `GET groups`. Without search and attributes that is the top groups; with one of them, groups on every level, paged as such, and
 * then put into their parents, which are answered even if they do not match, unless `populateHierarchy=false`.
 */
export function searchGroups(realm: KeycloakRealm, query: URLSearchParams): FoundGroup[] {
  const terms = attributeTerms(query.get('q') ?? '');
  const isSearched = terms.length > 0 || (query.get('search') ?? '') !== '';
  const candidates = isSearched ? [...realm.groups.values()] : childrenOf(realm, null);
  // Attributes win over a name that is asked for as well.
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
