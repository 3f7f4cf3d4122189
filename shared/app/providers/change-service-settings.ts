import type { Caller } from '#shared/domain/organizations/caller';
import { isReachedOtherwise } from '#shared/domain/providers/reached-otherwise';
import type { ServiceSettings } from '#shared/domain/providers/service-settings';
import { AppError } from '#shared/errors';
import { type CheckDeps, checkServiceSettings } from './check-service-settings.ts';
import { updateServiceSettings } from './update-service-settings.ts';

type Update = Parameters<typeof updateServiceSettings>;
type Deps = Update[0] & CheckDeps;

/** How long whoever changes an address or a credential waits for each backend. */
const CHANGED_MS = 3_000;

/**
 * Changes a provider or a cloud, and tries it where another address or credential is among the change: the answer has the state that
 * the check finds. The change is kept whatever that is, since an operator may prepare what is not there yet.
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
    // Overtaken by another change, or out of time: the change itself is done.
    if (!(error instanceof AppError)) throw error;
    return after;
  }
}
