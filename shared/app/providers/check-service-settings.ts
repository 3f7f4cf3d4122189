import { changed } from '#shared/domain/_core/record';
import { relayChecks } from '#shared/domain/cluster-api/relays/relay-checks';
import { isRancherOffering } from '#shared/domain/marketplace/offering';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import type { CredentialCheck, Tried } from '#shared/domain/providers/credential-check';
import type {
  ClusterApiSettings,
  OpenStackSettings,
  RancherSettings,
  ServiceSettings,
} from '#shared/domain/providers/service-settings';
import { driverOfOffering } from '#shared/drivers/registry';
import { BackendUnavailable } from '#shared/errors';
import type { ArgocdSessions } from '#shared/ports/argocd';
import type { ClusterApiSessions } from '#shared/ports/cluster-api';
import type { KeycloakSessions } from '#shared/ports/keycloak';
import type { OpenStackSessions } from '#shared/ports/openstack/openstack-sessions';
import type { RancherSessions } from '#shared/ports/rancher';
import type { RegistrySessions } from '#shared/ports/registry';
import type { Store } from '#shared/ports/store';
import type { VaultSessions } from '#shared/ports/vault';
import type { WaldurSessions } from '#shared/ports/waldur';
import { getVisible } from '../_core/get-visible.ts';
import { CHECK_MS, checksWithTimeout } from './checks-with-timeout.ts';
import { type FirstRolesDeps, recordFirstRoles } from './first-role-templates.ts';
import { type IdentifyDeps, identifyRancher } from './identify-rancher.ts';

export type CheckDeps = Omit<IdentifyDeps, 'store'> & {
  store: IdentifyDeps['store'] & FirstRolesDeps['store'] & Pick<Store, 'offerings' | 'relays'>;
  rancher: RancherSessions;
  registry: RegistrySessions;
  vault: VaultSessions;
  keycloak: KeycloakSessions;
  argocd: ArgocdSessions;
  waldur: Pick<WaldurSessions, 'open'>;
  clusterApi: ClusterApiSessions;
  openstack: OpenStackSessions;
  /** Paddock's own release. Relays must be of the same release. */
  version: string;
  /** Time limit for each backend. */
  checkTimeoutMs?: number;
};
export type CheckedBackend =
  | 'rancher'
  | 'private_registry'
  | 'vault'
  | 'keycloak'
  | 'argocd'
  | 'waldur'
  | 'cluster_api'
  | 'openstack';
export type BackendCheck = CredentialCheck & { backend: CheckedBackend };

/** The check of one backend. `run` returns undefined when the provider does not use the backend. */
type Probe = { backend: CheckedBackend; tried: Tried; run: () => Promise<CredentialCheck[] | undefined> };

const tried = (name: string, address: string, credential: string): Tried => ({ name, address, credential });

/** Only the newest 300 offerings are checked. An installation rarely has more. */
const OFFERINGS = { page: 1, pageSize: 300 };

/**
 * What the provider sells. `versions` are the Kubernetes releases to check: first the release of the provider, then the
 * releases of its offerings. `withPools`: an offering's machines are made by Rancher.
 */
async function soldBy({ store }: CheckDeps, { uuid, options }: RancherSettings) {
  const { items } = await store.offerings.list({ visibility: 'all' }, OFFERINGS);
  const sold = items
    .filter(isRancherOffering)
    .filter((item) => item.settingsUuid === uuid && item.state !== 'Archived');
  const further = sold.flatMap(({ pluginOptions }) => pluginOptions.kubernetes_versions ?? []);
  return {
    versions: [...new Set([options.k8sVersion, ...further])],
    withPools: sold.some((offering) => driverOfOffering(offering).needsNodeDriver),
  };
}

const probesOfRancher = (deps: CheckDeps, settings: RancherSettings): Probe[] => [
  {
    backend: 'rancher',
    tried: tried('Rancher', 'backend_url', 'password'),
    run: async () => {
      const { versions, withPools } = await soldBy(deps, settings);
      return (await deps.rancher.open(settings)).check(versions, { withPools });
    },
  },
  {
    backend: 'private_registry',
    tried: tried('The registry', 'private_registry_url', 'private_registry_password'),
    run: async () => (await deps.registry.open(settings))?.check(),
  },
  {
    backend: 'vault',
    tried: tried('Vault', 'vault_host', 'vault_token'),
    run: async () => (await deps.vault.open(settings))?.check(),
  },
  {
    backend: 'keycloak',
    tried: tried('Keycloak', 'keycloak_url', 'keycloak_password'),
    run: async () => (await deps.keycloak.open(settings))?.check(),
  },
  {
    backend: 'argocd',
    tried: tried("Argo CD's cluster", 'argocd_k8s_kubeconfig', 'argocd_k8s_kubeconfig'),
    run: async () => (await deps.argocd.open(settings))?.check(),
  },
  {
    backend: 'waldur',
    tried: tried('The remote Waldur', 'waldur_api_url', 'waldur_api_token'),
    run: async () => (await deps.waldur.open(settings))?.check(),
  },
];

async function relayChecksOf({ store, clock, version }: CheckDeps, { uuid, options }: ClusterApiSettings) {
  if (options.infrastructure !== 'openstack') return [];
  return relayChecks(await store.relays.listByProvider(uuid), clock.now(), version);
}

const probesOfClusterApi = (deps: CheckDeps, settings: ClusterApiSettings): Probe[] => [
  {
    backend: 'cluster_api',
    tried: tried('The management Kubernetes', 'backend_url', 'token'),
    run: async () => [...(await deps.clusterApi.check(settings)), ...(await relayChecksOf(deps, settings))],
  },
];

const probesOfCloud = (deps: CheckDeps, settings: OpenStackSettings): Probe[] => [
  {
    backend: 'openstack',
    tried: tried('Keystone', 'backend_url', 'password'),
    run: () => deps.openstack.check(settings),
  },
];

/** If Rancher answers, records its identity. Otherwise the identity is read later, when it is needed. */
async function identified(
  deps: CheckDeps,
  settings: ServiceSettings,
  checks: readonly BackendCheck[],
): Promise<ServiceSettings> {
  const isReached = checks.some(({ backend, option, ok }) => backend === 'rancher' && option === 'password' && ok);
  if (settings.type !== 'Rancher' || !isReached) return settings;
  try {
    await recordFirstRoles(deps, settings);
    return await identifyRancher(deps, settings, await deps.rancher.open(settings));
  } catch (error) {
    if (error instanceof BackendUnavailable) return settings;
    throw error;
  }
}

function probesOf(deps: CheckDeps, settings: ServiceSettings): Probe[] {
  if (settings.type === 'Rancher') return probesOfRancher(deps, settings);
  return settings.type === 'ClusterAPI' ? probesOfClusterApi(deps, settings) : probesOfCloud(deps, settings);
}

async function checksOf({ backend, tried: about, run }: Probe, timeoutMs: number): Promise<BackendCheck[]> {
  return (await checksWithTimeout(about, run, timeoutMs)).map((check) => ({ backend, ...check }));
}

/**
 * Checks every backend of a provider or cloud with its stored credentials, and records the results. All checks run at
 * the same time. If a backend does not answer, only its check fails.
 */
export async function checkServiceSettings(
  deps: CheckDeps,
  caller: Caller,
  uuidText: string,
): Promise<{ settings: ServiceSettings; checks: BackendCheck[] }> {
  assertPermitted(caller, 'service_settings.update');
  const { store, clock, checkTimeoutMs = CHECK_MS } = deps;
  const found = await getVisible(store.settings, 'ServiceSettings', uuidText, () => true);
  const checks = (await Promise.all(probesOf(deps, found).map((probe) => checksOf(probe, checkTimeoutMs)))).flat();
  const settings = await identified(deps, found, checks);
  const failures = checks.filter(({ ok }) => !ok);
  const state = failures.length === 0 ? 'OK' : 'ERRED';
  const errorMessage = failures.map(({ option, message }) => `${option}: ${message}`).join(' ');
  if (settings.state === state && settings.errorMessage === errorMessage) return { settings, checks };
  const next = changed<ServiceSettings>(settings, clock.now(), { state, errorMessage });
  await store.commit(store.settings.replace(next));
  return { settings: next, checks };
}
