import type { SecretPrefix } from '#shared/domain/_core/secret-name';
import { isSameOrigin } from '#shared/domain/_core/values/same-origin';
import type { SecretChanges } from '#shared/domain/providers/service-settings';
import { type FieldErrors, Invalid } from '#shared/errors';

type Flat = Readonly<Record<string, unknown>>;
/**
 * Where each option of the API is stored. In the API, all options are in one flat list. Each option is stored in the
 * record's options or in a secret.
 */
export type OptionTable = {
  /**
   * For each option, the field of the record's options that contains its value. Some fields are inside a part (see
   * `parts`), for example inside the registry.
   */
  places: Readonly<Record<string, readonly [string] | readonly [part: string, field: string]>>;
  secrets: Readonly<Record<string, readonly [prefix: SecretPrefix, field: string]>>;
  /**
   * Parts: groups of options that belong together. If any option of a part is set, its first options must all be set.
   * `required` is the number of these first options. Removing the first option of a part removes the whole part.
   */
  parts: readonly { options: readonly [string, ...string[]]; required: number }[];
  /**
   * Credentials that are sent to an address. A stored credential is never sent to another server than the one that it
   * was entered for. So a change of one of the `addresses` must come with all `credentials`. Each secret must be here or
   * in `unbound`.
   */
  bound: readonly { addresses: readonly [string, ...string[]]; credentials: readonly string[] }[];
  /** Secrets that are sent to no configured address, or that contain their address. */
  unbound: readonly string[];
};

/** Placeholder for a stored secret that stays as it is. */
const KEPT = Symbol('kept');
const isThere = (flat: Flat, name: string): boolean => flat[name] !== undefined && flat[name] !== null;
const inside = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(key) : undefined;

/** The options of a record by their names in the API. An option that is not set is undefined. */
export function flatOptions({ places }: OptionTable, options: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(places).map(([name, [first, second]]) => {
      const value = inside(options, first);
      return [name, second === undefined ? value : inside(value, second)];
    }),
  );
}

function nestedOptions({ places }: OptionTable, flat: Flat): Record<string, unknown> {
  const nested: Record<string, unknown> = {};
  for (const [name, [first, second]] of Object.entries(places)) {
    if (!isThere(flat, name)) continue;
    nested[first] = second === undefined ? flat[name] : { ...Object(nested[first]), [second]: flat[name] };
  }
  return nested;
}

/**
 * The stored options as a flat list. Secrets are not in the record, so `KEPT` stands for each secret that belongs to a
 * stored part (`parts` of the table).
 */
function storedOptions(table: OptionTable, stored: object | undefined): Flat {
  if (stored === undefined) return {};
  const flat = flatOptions(table, stored);
  const there = table.parts.filter(({ options: [first] }) => isThere(flat, first)).flatMap(({ options }) => options);
  const secrets = there.filter((name) => name in table.secrets);
  return { ...flat, ...Object.fromEntries(secrets.map((name) => [name, KEPT])) };
}

function afterChange({ parts }: OptionTable, before: Flat, given: Flat): Flat {
  const gone = parts.filter(({ options: [first] }) => given[first] === null).flatMap(({ options }) => options);
  return Object.fromEntries([
    ...Object.entries(before).filter(([name]) => !gone.includes(name)),
    ...Object.entries(given).filter(([, value]) => value !== undefined),
  ]);
}

function assertWholeParts({ parts }: OptionTable, after: Flat): void {
  const errors: FieldErrors = {};
  for (const { options, required } of parts) {
    const there = options.find((name) => isThere(after, name));
    const missing = there === undefined ? [] : options.slice(0, required).filter((name) => !isThere(after, name));
    for (const name of missing) errors[name] = [`This field is required with ${there}.`];
  }
  if (Object.keys(errors).length > 0) throw new Invalid({ options: errors });
}

/** Whether a new value of an address leads to a server that the old value does not lead to. */
function isMoved(before: unknown, after: unknown): boolean {
  const known = [before].flat();
  return [after]
    .flat()
    .some((one) => !known.some((other) => String(one) === String(other) || isSameOrigin(String(one), String(other))));
}

function assertCredentialsFollow({ bound }: OptionTable, before: Flat, given: Flat): void {
  const errors: FieldErrors = {};
  for (const { addresses, credentials } of bound) {
    const [main] = addresses;
    if (!isThere(before, main) || given[main] === null) continue;
    const moved = addresses.find((name) => given[name] !== undefined && isMoved(before[name] ?? [], given[name] ?? []));
    if (moved === undefined) continue;
    for (const name of credentials.filter((name) => typeof given[name] !== 'string')) {
      errors[name] = [`Enter it again, because ${moved} changes: a credential is sent only where it was entered for.`];
    }
  }
  if (Object.keys(errors).length > 0) throw new Invalid({ options: errors });
}

function secretChanges({ secrets, parts }: OptionTable, before: Flat, after: Flat): SecretChanges {
  const changes: SecretChanges = {};
  for (const [name, [prefix, field]] of Object.entries(secrets)) {
    const value = after[name];
    // If a secret belongs to no part, the record does not show whether the secret exists. So null always deletes the
    // secret.
    const standsAlone = !parts.some(({ options }) => options.includes(name));
    const isGone = (standsAlone && value === null) || (isThere(before, name) && !isThere(after, name));
    if (typeof value === 'string') changes[prefix] = { ...changes[prefix], [field]: value };
    else if (isGone) changes[prefix] = { ...changes[prefix], [field]: null };
  }
  return changes;
}

/**
 * Merges given options into stored ones. Returns the record's new options and the changes to its secrets. Throws
 * Invalid if a part is incomplete, or if an address changes without its credentials.
 */
export function mergeOptions(
  table: OptionTable,
  stored: object | undefined,
  given: Flat,
): { options: Record<string, unknown>; secrets: SecretChanges } {
  const before = storedOptions(table, stored);
  const after = afterChange(table, before, given);
  assertWholeParts(table, after);
  assertCredentialsFollow(table, before, given);
  return { options: nestedOptions(table, after), secrets: secretChanges(table, before, after) };
}
