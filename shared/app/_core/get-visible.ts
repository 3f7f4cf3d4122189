import { parseUuid, type Uuid } from '#shared/domain/_core/identifier';
import { type Caller, canSee, type Place } from '#shared/domain/organizations/caller';
import { type Sold, seesSold } from '#shared/domain/organizations/placement';
import { noMatch } from '#shared/errors';

/** Where an object is found by its uuid alone; what is kept below another object has a function of its own for it. */
type FoundByUuid<T> = { find(uuid: Uuid): Promise<T | undefined> } | { findByUuid(uuid: Uuid): Promise<T | undefined> };

/**
 * The object with the uuid of the address, if the caller sees it by the given rule. Throws NotFound otherwise, also for
 * a text that is not a uuid; never 400 (docs/spec/waldur-http.md#urls-and-negotiation).
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

/** The rule for objects of a project or customer. */
export const seenBy =
  (caller: Caller) =>
  (place: Place): boolean =>
    canSee(caller, place);

/** The rule for what was bought under an offering: its provider sees it, too. */
export const soldTo =
  (caller: Caller) =>
  (item: Sold): boolean =>
    seesSold(caller, item);
