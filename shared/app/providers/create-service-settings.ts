import type { Uuid } from '#shared/domain/_core/identifier';
import { newRecord } from '#shared/domain/_core/record';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { type ServiceSettings, type SettingsChange, serviceSettings } from '#shared/domain/providers/service-settings';
import type { Clock, Ids, Secrets } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { referredCustomer } from '../_core/resolve-references.ts';
import { checkRancherOptions, type RancherOptionsDeps } from './check-rancher-options.ts';
import { tryFirstRoles } from './first-role-templates.ts';
import { reviseSecrets, writeSecretsFirst } from './revise-secrets.ts';

export type SettingsDeps = RancherOptionsDeps & {
  store: Pick<Store, 'settings' | 'commit'>;
  secrets: Secrets;
  stage: string;
  clock: Clock;
  ids: Ids;
};
export type NewServiceSettings = SettingsChange & { name: string; customerUuid?: Uuid | undefined };

type CreationDeps = SettingsDeps & Parameters<typeof tryFirstRoles>[0];

/**
 * Registers a provider or cloud. Its credentials go to the secret store and are never returned. If the provider's
 * Rancher answers, its role templates are recorded immediately.
 */
export async function createServiceSettings(
  deps: CreationDeps,
  caller: Caller,
  { secrets: changes, ...input }: NewServiceSettings,
): Promise<ServiceSettings> {
  const { store, secrets, clock, ids } = deps;
  assertPermitted(caller, 'service_settings.create');
  if (input.customerUuid !== undefined) await referredCustomer(store, caller, input.customerUuid);
  if (input.type === 'Rancher') await checkRancherOptions(deps, caller, input.options);
  const base = newRecord(ids.uuid(), clock.now());
  const { written, references } = await reviseSecrets(deps, base, changes);
  const settings = serviceSettings.parse({ ...base, ...input, ...references, state: 'OK', errorMessage: '' });
  await writeSecretsFirst(secrets, written, () => store.commit(store.settings.insert(settings)));
  if (settings.type === 'Rancher') await tryFirstRoles(deps, settings);
  return settings;
}
