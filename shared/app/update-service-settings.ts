import { z } from 'zod';
import type { Caller } from '../domain/caller.ts';
import { demand } from '../domain/permission.ts';
import { changed } from '../domain/record.ts';
import { type ServiceSettings, serviceSettings } from '../domain/service-settings.ts';
import type { Clock, Secrets } from '../ports/runtime.ts';
import type { Store } from '../ports/store.ts';
import { settingsSecretName } from './create-service-settings.ts';
import { getVisible } from './get-visible.ts';
import { withSecret } from './with-secret.ts';

type Deps = { store: Pick<Store, 'settings' | 'commit'>; secrets: Secrets; stage: string; clock: Clock };
export type ServiceSettingsChange = {
  name?: string | undefined;
  options: Record<string, unknown>;
  secret: Record<string, unknown>;
};

const storedSecret = z.record(z.string(), z.unknown());

/** What is left out stays as it is. `readChange` gets the type, because options are the type's own. */
export async function updateServiceSettings(
  { store, secrets, stage, clock }: Deps,
  caller: Caller,
  uuidText: string,
  readChange: (type: ServiceSettings['type']) => ServiceSettingsChange,
): Promise<ServiceSettings> {
  demand(caller, 'service_settings.update');
  const settings = await getVisible(store.settings, 'ServiceSettings', uuidText, () => true);
  const change = readChange(settings.type);
  const next = serviceSettings.parse({
    ...changed<ServiceSettings>(settings, clock.now(), { name: change.name ?? settings.name }),
    options: { ...settings.options, ...change.options },
  });
  const write = () => store.commit(store.settings.replace(next));
  if (Object.keys(change.secret).length === 0) {
    await write();
    return next;
  }
  const name = settingsSecretName(stage, settings);
  const before = storedSecret.parse(JSON.parse((await secrets.find(name)) ?? '{}'));
  await withSecret(secrets, name, JSON.stringify({ ...before, ...change.secret }), write);
  return next;
}
