import type { Caller } from '../domain/caller.ts';
import type { Uuid } from '../domain/identifier.ts';
import { demand } from '../domain/permission.ts';
import { newRecord } from '../domain/record.ts';
import { type SecretPrefix, secretName } from '../domain/secret-name.ts';
import type {
  OpenStackOptions,
  OpenStackSecret,
  RancherOptions,
  RancherSecret,
  ServiceSettings,
} from '../domain/service-settings.ts';
import type { Clock, Ids, Secrets } from '../ports/runtime.ts';
import type { Store } from '../ports/store.ts';
import { referredCustomer } from './referred-objects.ts';
import { withSecret } from './with-secret.ts';

export type SettingsDeps = {
  store: Pick<Store, 'customers' | 'settings' | 'commit'>;
  secrets: Secrets;
  stage: string;
  clock: Clock;
  ids: Ids;
};
type Common = { name: string; customerUuid?: Uuid | undefined };
export type NewServiceSettings = Common &
  (
    | { type: 'Rancher'; options: RancherOptions; secret: RancherSecret }
    | { type: 'OpenStack'; options: OpenStackOptions; secret: OpenStackSecret }
  );

const PREFIX: Readonly<Record<ServiceSettings['type'], SecretPrefix>> = {
  Rancher: 'rancher',
  OpenStack: 'openstack',
};
export const settingsSecretName = (stage: string, { type, uuid }: Pick<ServiceSettings, 'type' | 'uuid'>): string =>
  secretName(stage, PREFIX[type], uuid);

/** Registers a provider or a cloud; its credentials go to the secret store and are never returned. */
export async function createServiceSettings(
  { store, secrets, stage, clock, ids }: SettingsDeps,
  caller: Caller,
  { secret, ...input }: NewServiceSettings,
): Promise<ServiceSettings> {
  demand(caller, 'service_settings.create');
  if (input.customerUuid !== undefined) await referredCustomer(store, caller, input.customerUuid);
  const base = { ...newRecord(ids.uuid(), clock.now()), state: 'OK' as const, errorMessage: '' };
  const settings: ServiceSettings = { ...base, ...input };
  await withSecret(secrets, settingsSecretName(stage, settings), JSON.stringify(secret), () =>
    store.commit(store.settings.insert(settings)),
  );
  return settings;
}
