import { Conflict } from '#shared/errors';

/** Namespaces of a cluster as Rancher listed them. `isWhole` is false if the list is incomplete. */
type Listed = { items: readonly { name: string; projectId?: string | undefined }[]; isWhole: boolean };

const MAX_NAMES = 10;

/**
 * Throws Conflict if the Rancher project has namespaces, because Rancher would delete them with all their contents.
 * Throws Conflict also if the list is incomplete, because a missing namespace may belong to the project.
 */
export function assertEmptyProject(projectId: string, { items, isWhole }: Listed): void {
  const inside = items.filter((namespace) => namespace.projectId === projectId).map(({ name }) => name);
  if (inside.length > 0) {
    const names = inside.slice(0, MAX_NAMES).join(', ');
    throw new Conflict(`The project has namespaces. Delete or move them first: ${names}.`);
  }
  if (!isWhole) {
    throw new Conflict(
      `The cluster has more than ${items.length} namespaces, so Paddock cannot check that the project is empty. Delete the project in Rancher.`,
    );
  }
}
