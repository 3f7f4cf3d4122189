import { Conflict } from '#shared/errors';

const MAX_NAMES = 10;

/** Throws Conflict if the Rancher project has namespaces, because Rancher would delete them with all their contents. */
export function assertEmptyProject(namespaces: readonly string[]): void {
  if (namespaces.length === 0) return;
  const names = namespaces.slice(0, MAX_NAMES).join(', ');
  throw new Conflict(`The project has namespaces. Delete or move them first: ${names}.`);
}
