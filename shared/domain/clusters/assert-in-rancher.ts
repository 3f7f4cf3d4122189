import { Invalid } from '#shared/errors';

/** Throws Invalid, in Waldur's words, for a cluster or a node that was never in Rancher. */
export function assertInRancher({ backendId }: { backendId: string }): void {
  if (backendId === '') throw new Invalid(['Resource does not have backend ID.']);
}
