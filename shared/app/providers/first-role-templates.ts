import { within } from '#shared/deadline';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import { AppError, BackendUnavailable, Conflict } from '#shared/errors';
import type { RancherSessions } from '#shared/ports/rancher';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { commitInChunks } from '../_core/commit-in-chunks.ts';
import { readRoles } from './sync-rancher-roles.ts';

export type FirstRolesDeps = { store: Pick<Store, 'roleTemplates' | 'commit'>; rancher: RancherSessions; clock: Clock };

/** How long the creation of a provider waits for the provider's Rancher. */
const NEW_PROVIDER_MS = 3_000;

/**
 * Records the roles of a provider when its Rancher answers for the first time. A sync job updates the roles later. This
 * attempt may fail, or the job may record the same roles at the same time. In both cases, the next run of the job
 * records the roles that are missing.
 */
export async function recordFirstRoles(deps: FirstRolesDeps, settings: RancherSettings): Promise<void> {
  const { store, rancher } = deps;
  if ((await store.roleTemplates.listByProvider(settings.uuid)).length > 0) return;
  try {
    const roles = await readRoles(deps, await rancher.open(settings), settings.uuid);
    await commitInChunks(store, roles, (role) => [store.roleTemplates.insert(role)]);
  } catch (error) {
    if (!(error instanceof Conflict || error instanceof BackendUnavailable)) throw error;
  }
}

/**
 * Records the roles of a new provider. If this fails, the provider stays registered. In this case, the first check or
 * the next sync job records the roles.
 */
export async function tryFirstRoles(
  { checkTimeoutMs = NEW_PROVIDER_MS, ...deps }: FirstRolesDeps & { checkTimeoutMs?: number },
  settings: RancherSettings,
): Promise<void> {
  try {
    await within(checkTimeoutMs, () => recordFirstRoles(deps, settings));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}
