import type { Caller } from '#shared/domain/organizations/caller';
import { isReachedOtherwise } from '#shared/domain/providers/reached-otherwise';
import type { ServiceSettings } from '#shared/domain/providers/service-settings';
import { AppError } from '#shared/errors';
import { type CheckDeps, checkServiceSettings } from './check-service-settings.ts';
import { updateServiceSettings } from './update-service-settings.ts';

type Update = Parameters<typeof updateServiceSettings>;
type Deps = Update[0] & CheckDeps;

/** How long a change of address or credential waits for each backend. */
const CHANGED_MS = 3_000;

/**
 * Changes a provider or cloud. After a change of address or credential it checks the backend, and answers with the
 * state that was found. The change is kept in any case: operators may prepare what does not exist yet.
 */
export async function changeServiceSettings(
  deps: Deps,
  caller: Caller,
  uuidText: string,
  readChange: Update[3],
): Promise<ServiceSettings> {
  const { before, after } = await updateServiceSettings(deps, caller, uuidText, readChange);
  if (!isReachedOtherwise(before, after)) return after;
  const { checkTimeoutMs = CHANGED_MS } = deps;
  try {
    const { settings } = await checkServiceSettings({ ...deps, checkTimeoutMs }, caller, after.uuid);
    return settings;
  } catch (error) {
    // The check lost against another change or ran out of time. The change itself is done.
    if (!(error instanceof AppError)) throw error;
    return after;
  }
}
