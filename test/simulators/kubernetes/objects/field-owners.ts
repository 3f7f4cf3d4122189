import { isDeepStrictEqual } from 'node:util';
import { isRecord, type KubernetesObject } from './kubernetes-objects.ts';

/**
 * The owners of each field. The key is the field's path as JSON. Each owner consists of the kind of write and the
 * manager's name.
 */
export type FieldOwners = Map<string, Set<string>>;

export const appliedBy = (name: string): string => `Apply ${name}`;
export const updatedBy = (name: string): string => `Update ${name}`;
const nameOf = (manager: string): string => manager.slice(manager.indexOf(' ') + 1);

/** Fields that identify an object, and fields that its server writes, have no owner. */
const isOwned = ([top = '', next = '']: string[]): boolean =>
  top === 'metadata' ? ['labels', 'annotations'].includes(next) : !['apiVersion', 'kind', 'status'].includes(top);

function leaves(tree: unknown, path: string[] = []): [path: string[], value: unknown][] {
  return isRecord(tree)
    ? Object.entries(tree).flatMap(([key, value]) => leaves(value, [...path, key]))
    : [[path, tree]];
}

const fieldsOf = (manifest: object = {}): Map<string, unknown> =>
  new Map(
    leaves(manifest)
      .filter(([path]) => isOwned(path))
      .map(([path, value]) => [JSON.stringify(path), value]),
  );

/** A manager that makes or changes a field without an apply becomes the field's only owner. */
export function noteUpdate(
  owners: FieldOwners,
  before: KubernetesObject | undefined,
  after: KubernetesObject,
  manager: string,
): void {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  for (const path of owners.keys()) if (!now.has(path)) owners.delete(path);
  for (const [path, value] of now) {
    if (!owners.has(path) || !isDeepStrictEqual(old.get(path), value)) owners.set(path, new Set([manager]));
  }
}

/**
 * Records the field owners after an apply. The manager owns only the fields that it applied. Other owners of these
 * fields stay.
 */
export function noteApply(owners: FieldOwners, wanted: object, manager: string): void {
  const said = fieldsOf(wanted);
  for (const [path, managers] of owners) {
    if (said.has(path)) managers.add(manager);
    else managers.delete(manager);
  }
}

/**
 * Paths of the fields that an apply would change although another manager owns them. The paths look as in messages of
 * the API server, such as `.data.server`.
 */
export function applyConflicts(owners: FieldOwners, current: KubernetesObject, wanted: object, manager: string) {
  const now = fieldsOf(current);
  return [...fieldsOf(wanted)]
    .filter(([path, value]) => now.has(path) && !isDeepStrictEqual(now.get(path), value))
    .flatMap(([path]) => [...(owners.get(path) ?? [])].map((owner) => ({ owner, path })))
    .filter(({ owner }) => owner !== manager)
    .map(({ owner, path }) => ({ manager: nameOf(owner), field: `.${JSON.parse(path).join('.')}` }))
    .toSorted((a, b) => (a.field < b.field ? -1 : 1));
}

/** A merge patch to remove the fields that the manager no longer applies and no other manager owns. */
export function leftOut(owners: FieldOwners, wanted: object, manager: string): object {
  const said = fieldsOf(wanted);
  const gone = [...owners].filter(([path, held]) => held.has(manager) && held.size === 1 && !said.has(path));
  const patch = {};
  for (const [path] of gone) {
    const keys: string[] = JSON.parse(path);
    keys.reduce((at: Record<string, unknown>, key, index) => {
      const below = index === keys.length - 1 ? null : (at[key] ?? {});
      at[key] = below;
      return isRecord(below) ? below : at;
    }, patch);
  }
  return patch;
}
