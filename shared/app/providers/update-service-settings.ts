import { derivedUuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { moveErrors, movesBackend } from '#shared/domain/clusters/moved-provider';
import { isManaged, isProjectOffering, type Offering } from '#shared/domain/marketplace/offering';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import {
  type RancherOptions,
  type RancherSettings,
  type ServiceSettings,
  type SettingsChange,
  serviceSettings,
  settingsSecretName,
} from '#shared/domain/providers/service-settings';
import { changedKeycloak, isConnectionChanged } from '#shared/domain/providers/settings-changes';
import { AppError, Conflict, Invalid } from '#shared/errors';
import type { Store } from '#shared/ports/store';
import { getVisible } from '../_core/get-visible.ts';
import { checkRancherOptions } from './check-rancher-options.ts';
import { type CheckDeps, checkServiceSettings } from './check-service-settings.ts';
import type { SettingsDeps } from './create-service-settings.ts';
import { reviseSecrets, writeSecretsFirst } from './revise-secrets.ts';

/** Only the first 300 offerings that match are read, because they are only named in an error. */
const OFFERINGS = { page: 1, pageSize: 300 };

/**
 * Throws Invalid if the options for managed clusters are removed while active offerings need them. The error names the
 * offerings.
 */
async function assertNotOffered(
  { store }: { store: Pick<Store, 'offerings'> },
  before: RancherSettings,
  after: RancherOptions,
): Promise<void> {
  if (before.options.managed === undefined || after.managed !== undefined) return;
  const sellsManaged = (offering: Offering) =>
    isManaged(offering) && offering.state === 'Active' && offering.settingsUuid === before.uuid;
  const { items } = await store.offerings.list({ visibility: 'all' }, OFFERINGS, sellsManaged);
  if (items.length === 0) return;
  const names = items.map(({ name }) => name).join(', ');
  throw new Invalid({
    options: {
      customer_uuid: [
        `Managed clusters need this option. Pause or archive the offerings that sell managed clusters first: ${names}.`,
      ],
    },
  });
}

/**
 * Throws Invalid if Keycloak is removed while offerings that sell projects give access through it. The error names
 * these offerings.
 */
async function assertKeycloakUnused(
  { store }: { store: Pick<Store, 'offerings'> },
  before: RancherSettings,
  after: RancherOptions,
): Promise<void> {
  if (before.options.keycloak === undefined || after.keycloak !== undefined) return;
  const usesKeycloak = (offering: Offering) =>
    isProjectOffering(offering) &&
    offering.pluginOptions.keycloak_enabled === true &&
    offering.state !== 'Archived' &&
    offering.settingsUuid === before.uuid;
  const { items } = await store.offerings.list({ visibility: 'all' }, OFFERINGS, usesKeycloak);
  if (items.length === 0) return;
  const names = items.map(({ name }) => name).join(', ');
  const problem = `These offerings of projects give access by Keycloak: ${names}. Archive them, or switch their keycloak_enabled off first.`;
  throw new Invalid({ options: { keycloak_url: [problem] } });
}

type Deps = SettingsDeps & { store: Pick<Store, 'clusters' | 'offerings' | 'keycloakGroups'> };

/** Only the first 300 clusters that match are read, because they are only named in an error. */
const CLUSTERS_LOOKED_AT = { page: 1, pageSize: 300 };

const optionsBefore = (settings: ServiceSettings) => (settings.type === 'Rancher' ? settings.options : undefined);

/**
 * Changes a provider or cloud without checking its backends. `parseChange` parses the body after the permission check.
 * `parseChange` gets the current settings, because they decide which fields are valid and which values stay.
 */
export async function updateServiceSettings(
  deps: Deps,
  caller: Caller,
  uuidText: string,
  parseChange: (settings: ServiceSettings) => SettingsChange & { name: string },
): Promise<{ before: ServiceSettings; after: ServiceSettings }> {
  assertPermitted(caller, 'service_settings.update');
  const settings = await getVisible(deps.store.settings, 'ServiceSettings', uuidText, () => true);
  const { secrets: changes, name, ...change } = parseChange(settings);
  if (change.type === 'Rancher') await checkRancherOptions(deps, caller, change.options, optionsBefore(settings));
  if (change.type === 'Rancher' && settings.type === 'Rancher') {
    await assertNoneStranded(deps, settings, change.options);
    await assertNotOffered(deps, settings, change.options);
    await assertKeycloakUnused(deps, settings, change.options);
    await assertNoGroupsLeftBehind(deps, settings, change.options);
  }
  const next = {
    ...changed(settings, deps.clock.now(), { name }),
    options: change.options,
    ...fieldsOfNewRancher(settings, change),
  };
  const hasSecrets = Object.keys(changes).length > 0;
  const after = await (hasSecrets ? changeWithSecrets(deps, settings, next, changes) : replace(deps, next));
  return { before: settings, after };
}

/**
 * A new address may lead to another Rancher. So the recorded identity is cleared, and later claims get a new key. There
 * are no earlier claims to move, because `moveErrors` refuses a new address if the provider has clusters.
 */
function fieldsOfNewRancher(before: ServiceSettings, { type, options }: Pick<SettingsChange, 'type' | 'options'>) {
  if (type !== 'Rancher' || options.backendUrl === before.options.backendUrl) return {};
  return { identity: undefined, claimsUuid: derivedUuid(before.uuid, `rancher/${options.backendUrl}`) };
}

/**
 * Throws Invalid if the change removes a backend, or gives it another address, while clusters have objects in this
 * backend. Reading all clusters is acceptable, because such changes are rare.
 */
async function assertNoneStranded({ store }: Deps, before: RancherSettings, after: RancherOptions): Promise<void> {
  if (!movesBackend(before.options, after)) return;
  const isIts = ({ settingsUuid }: Cluster) => settingsUuid === before.uuid;
  const { items } = await store.clusters.list({ visibility: 'all' }, CLUSTERS_LOOKED_AT, isIts);
  const refused = moveErrors(before.options, after, items);
  if (Object.keys(refused).length > 0) throw new Invalid({ options: refused });
}

/** Throws Conflict if the change would leave groups of the provider behind in the old Keycloak. */
async function assertNoGroupsLeftBehind({ store }: Deps, before: RancherSettings, after: RancherOptions) {
  const moved = changedKeycloak(before.options, after);
  if (moved.length === 0) return;
  const [group, ...others] = await store.keycloakGroups.listByProvider(before.uuid);
  if (group === undefined) return;
  const named = others.length === 0 ? group.name : `${group.name} and ${others.length} more`;
  throw new Conflict(
    `${moved.join(', ')} cannot be changed while this provider has groups in its Keycloak (${named}). Remove the memberships of these groups first.`,
  );
}

async function replace({ store }: Deps, next: object): Promise<ServiceSettings> {
  const settings = serviceSettings.parse(next);
  await store.commit(store.settings.replace(settings));
  return settings;
}

/**
 * Changes settings with new secrets. New secrets get new names, and the record says which secrets are used. The record
 * is replaced only if it still has the version that was read. If two changes run at the same time, one of the changes
 * fails with Conflict, and the secrets of this change are never used.
 */
async function changeWithSecrets(
  deps: Deps,
  before: ServiceSettings,
  next: object,
  changes: SettingsChange['secrets'],
): Promise<ServiceSettings> {
  const { secrets, stage } = deps;
  const { written, references, removed } = await reviseSecrets(deps, before, changes);
  for (const { prefix, revision } of before.retiredSecrets ?? []) {
    await secrets.remove(
      settingsSecretName(stage, prefix, { uuid: before.uuid, secretRevisions: { [prefix]: revision } }),
    );
  }
  const settings = await writeSecretsFirst(secrets, written, () => replace(deps, { ...next, ...references }));
  // Removed credentials are deleted at once. If this fails, the next change deletes them, because the record lists them
  // as retired.
  await Promise.allSettled(removed.map((name) => secrets.remove(name)));
  return settings;
}

type Update = Parameters<typeof updateServiceSettings>;
type ChangeDeps = Update[0] & CheckDeps;

/** How long a change of address or credential waits for each backend. */
const CHANGED_MS = 3_000;

/**
 * Changes a provider or cloud. If its address or credential has changed, also checks the backends and returns the
 * resulting state. A failed check does not undo the change, because an operator may register a backend before it
 * exists.
 */
export async function changeServiceSettings(
  deps: ChangeDeps,
  caller: Caller,
  uuidText: string,
  parseChange: Update[3],
): Promise<ServiceSettings> {
  const { before, after } = await updateServiceSettings(deps, caller, uuidText, parseChange);
  if (!isConnectionChanged(before, after)) return after;
  const { checkTimeoutMs = CHANGED_MS } = deps;
  try {
    const { settings } = await checkServiceSettings({ ...deps, checkTimeoutMs }, caller, after.uuid);
    return settings;
  } catch (error) {
    // The call succeeds, because the change is stored. Only the check of the backends has failed: another change
    // conflicted with the check, or the check took too long.
    if (!(error instanceof AppError)) throw error;
    return after;
  }
}
