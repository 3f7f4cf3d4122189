import { Conflict, ReadOnlyMode } from '#shared/errors';
import type { SiteSettings } from './site-settings.ts';

/**
 * Throws Waldur's 409 if the object's state does not allow the call (docs/spec/waldur-rancher.md#states). Also throws
 * 409 if `hibernation` has a value, because the cluster is then hibernated. Its state is `OK`, but nothing inside the
 * cluster answers. Callers that do not use anything inside the cluster do not pass `hibernation`.
 */
export function assertState<S extends string>(
  { state, hibernation }: { state: S; hibernation?: object | undefined },
  allowed: readonly NoInfer<S>[],
): void {
  if (hibernation && allowed.includes(state)) throw new Conflict('The cluster is hibernated. Wake it up first.');
  if (!allowed.includes(state)) throw new Conflict(`Valid states for operation: ${allowed.join(', ')}.`);
}

/**
 * Throws if the installation is read-only. Call it after the checks of permission and state, and before the body is
 * read (docs/spec/waldur-rancher.md#read-only-mode, docs/spec/waldur-http.md#order-of-checks).
 */
export function assertNotReadOnly({ readOnlyMode }: Pick<SiteSettings, 'readOnlyMode'>): void {
  if (readOnlyMode) throw new ReadOnlyMode();
}
