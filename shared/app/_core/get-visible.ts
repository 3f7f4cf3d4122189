import { parseUuid, type Uuid } from '#shared/domain/_core/identifier';
import { type Caller, canSee, type Place } from '#shared/domain/organizations/caller';
import { type Sold, seesSold } from '#shared/domain/organizations/placement';
import { noMatch } from '#shared/errors';

type FoundByUuid<T> = { find(uuid: Uuid): Promise<T | undefined> } | { findByUuid(uuid: Uuid): Promise<T | undefined> };

/**
 * Finds the object with the uuid in the URL, if the given rule shows it to the caller. Throws NotFound otherwise. A
 * text that is not a uuid also gives 404, never 400 (docs/spec/waldur-http.md#urls-and-negotiation).
 */
export async function getVisible<T, V extends T>(
  repository: FoundByUuid<T>,
  model: string,
  uuidText: string,
  isVisible: (item: T) => item is V,
): Promise<V>;
export async function getVisible<T>(
  repository: FoundByUuid<T>,
  model: string,
  uuidText: string,
  isVisible: (item: T) => boolean,
): Promise<T>;
export async function getVisible<T>(
  repository: FoundByUuid<T>,
  model: string,
  uuidText: string,
  isVisible: (item: T) => boolean,
): Promise<T> {
  const uuid = parseUuid(uuidText);
  const find = 'findByUuid' in repository ? repository.findByUuid : repository.find;
  const item = uuid === undefined ? undefined : await find(uuid);
  if (item === undefined || !isVisible(item)) throw noMatch(model);
  return item;
}

/** The rule for objects of a project or customer. Users with a role in this project or customer see the object. */
export const seenBy =
  (caller: Caller) =>
  (place: Place): boolean =>
    canSee(caller, place);

/**
 * The rule for orders and resources. An order or resource is visible to users with a role in its project, and to users
 * of the organization that sells the offering.
 */
export const soldTo =
  (caller: Caller) =>
  (item: Sold): boolean =>
    seesSold(caller, item);
