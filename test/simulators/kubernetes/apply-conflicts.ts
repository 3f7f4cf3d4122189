const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isIn = (path: string[], tree: unknown): boolean => valueAt(path, tree) !== undefined;

function valueAt([key, ...rest]: string[], tree: unknown): unknown {
  if (key === undefined) return tree;
  return isObject(tree) ? valueAt(rest, tree[key]) : undefined;
}

/** Every leaf of a manifest as its path. */
function leaves(tree: unknown, path: string[] = []): string[][] {
  return isObject(tree) ? Object.entries(tree).flatMap(([key, value]) => leaves(value, [...path, key])) : [path];
}

/**
 * Fields that an apply would change though somebody else wrote them, as a real server names them: `.data.server`. A field that
 * has the wanted value already is shared, and one the manager applied before is its own.
 */
export function applyConflicts(wanted: unknown, current: unknown, appliedBefore: unknown): string[] {
  return leaves(wanted)
    .filter((path) => isIn(path, current) && !isIn(path, appliedBefore))
    .filter((path) => valueAt(path, current) !== valueAt(path, wanted))
    .map((path) => `.${path.join('.')}`);
}
