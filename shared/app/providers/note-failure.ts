import { type Failure, failureOf } from '#shared/domain/_core/failure';
import { changed } from '#shared/domain/_core/record';
import type { KeycloakGroup } from '#shared/domain/cluster-access/groups/keycloak-group';
import type { KeycloakMembership } from '#shared/domain/cluster-access/groups/keycloak-membership';
import type { RancherUserRef } from '#shared/domain/cluster-access/rancher-user';
import { AppError } from '#shared/errors';
import type { SyncDeps } from './sync-job.ts';

type Deps = Pick<SyncDeps, 'store' | 'clock'>;

/** Records on a membership why it cannot be reconciled. Writes nothing if the membership already has the failure. */
export async function noteOnMembership(
  { store, clock }: Deps,
  membership: KeycloakMembership,
  error: unknown,
): Promise<void> {
  const now = clock.now();
  const lastError = newFailure(membership, error, now);
  if (!lastError) return;
  const failed = changed(membership, now, { lastError, lastChecked: now.toISOString() });
  await store.commit(store.keycloakMemberships.replace(failed));
}

/** Records on a group why it cannot be reconciled in Keycloak or Rancher. */
export async function noteOnGroup({ store, clock }: Deps, group: KeycloakGroup, error: unknown): Promise<void> {
  const now = clock.now();
  const lastError = newFailure(group, error, now);
  if (lastError) await store.commit(store.keycloakGroups.replace(changed(group, now, { lastError })));
}

/**
 * Records on an account why it cannot be reconciled in Rancher. The account may have been inserted just before, so it
 * is read again.
 */
export async function noteOnRancherUser({ store, clock }: Deps, ref: RancherUserRef, error: unknown): Promise<void> {
  const now = clock.now();
  const [user] = await store.rancherUsers.findAll([ref]);
  const lastError = user && newFailure(user, error, now);
  if (lastError) await store.commit(store.rancherUsers.replace(changed(user, now, { lastError })));
}

function newFailure(
  { lastError: noted }: { lastError?: Failure | undefined },
  error: unknown,
  now: Date,
): Failure | undefined {
  if (!(error instanceof AppError)) return undefined;
  const found = failureOf({ error: error.name, cause: error.message, step: 'access.syncProvider' }, now.toISOString());
  return noted?.code === found.code && noted.message === found.message ? undefined : found;
}
