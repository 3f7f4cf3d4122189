import type { CheckDeps } from '#shared/app/providers/check-service-settings';
import { cloudSettingsOf } from '#shared/app/providers/settings-of';
import { VERSION } from '#shared/contracts/version';
import type { Uuid } from '#shared/domain/_core/identifier';
import { argocdSessions } from '../../adapters/argocd/argocd-sessions.ts';
import { clusterApiSessions } from '../../adapters/cluster-api/cluster-api-sessions.ts';
import { connectWithin } from '../../adapters/json-client.ts';
import { connectAdminWithin } from '../../adapters/keycloak/admin-client.ts';
import { keycloakSessions } from '../../adapters/keycloak/keycloak-sessions.ts';
import { keystoneTokens } from '../../adapters/openstack/identity/keystone-tokens.ts';
import { openstackSessions } from '../../adapters/openstack/openstack-sessions.ts';
import { rancherSessions } from '../../adapters/rancher/rancher-sessions.ts';
import { registrySessions } from '../../adapters/registry/registry-sessions.ts';
import { vaultSessions } from '../../adapters/vault/vault-sessions.ts';
import { waldurSessions } from '../../adapters/waldur/waldur-sessions.ts';
import type { ArgocdSessions } from '../../ports/argocd.ts';
import type { ClusterApiSessions } from '../../ports/cluster-api.ts';
import type { KeycloakSessions } from '../../ports/keycloak.ts';
import type { KeystoneTokens } from '../../ports/openstack/keystone-tokens.ts';
import type { OpenStackSessions } from '../../ports/openstack/openstack-sessions.ts';
import type { ActingSessions } from '../../ports/rancher.ts';
import type { Secrets } from '../../ports/runtime.ts';
import type { Store } from '../../ports/store.ts';
import type { VaultSessions } from '../../ports/vault.ts';
import type { WaldurSessions } from '../../ports/waldur.ts';
import { systemClock } from '../clock-and-ids.ts';
import { backendsEnv, outbound, readEnv } from '../env.ts';

const timeoutMs = readEnv(backendsEnv).BACKEND_TIMEOUT_SECONDS * 1000;
const connect = connectWithin(timeoutMs, outbound());

/**
 * Opens sessions in clouds. This code is not in `aws.ts`, so that functions that only call AWS stay small: adapters of
 * backends need an HTTP client of half a megabyte.
 */
export function connectedOpenStack(store: Store, secrets: Secrets, stage: string): OpenStackSessions {
  const settingsOf = (uuid: Uuid) => cloudSettingsOf({ store }, uuid);
  return openstackSessions({ secrets, stage, connect, clock: systemClock, settingsOf });
}

/** Verifies Keystone tokens of users. The verification needs no secret. */
export const connectedKeystoneTokens = (): KeystoneTokens => keystoneTokens({ connect, clock: systemClock });

export const connectedVault = (secrets: Secrets, stage: string): VaultSessions =>
  vaultSessions({ secrets, stage, connect });

export const connectedRancher = (secrets: Secrets, stage: string): ActingSessions =>
  rancherSessions({ secrets, stage, connect, clock: systemClock });

export const connectedClusterApi = (secrets: Secrets, stage: string): ClusterApiSessions =>
  clusterApiSessions({ secrets, stage, connect, clock: systemClock });

export const connectedArgocd = (secrets: Secrets, stage: string): ArgocdSessions =>
  argocdSessions({ secrets, stage, connect });

export const connectedWaldur = (secrets: Secrets, stage: string): WaldurSessions =>
  waldurSessions({ secrets, stage, connect, version: VERSION });

export const connectedKeycloak = (secrets: Secrets, stage: string): KeycloakSessions =>
  keycloakSessions({ secrets, stage, connect: connectAdminWithin(timeoutMs, outbound()), clock: systemClock });

export const connectedBackends = (
  store: Store,
  secrets: Secrets,
  stage: string,
): Omit<CheckDeps, 'store' | 'clock' | 'checkTimeoutMs'> & { rancher: ActingSessions } => ({
  rancher: connectedRancher(secrets, stage),
  registry: registrySessions({ secrets, stage, connect }),
  vault: connectedVault(secrets, stage),
  keycloak: connectedKeycloak(secrets, stage),
  argocd: connectedArgocd(secrets, stage),
  waldur: connectedWaldur(secrets, stage),
  clusterApi: connectedClusterApi(secrets, stage),
  openstack: connectedOpenStack(store, secrets, stage),
  version: VERSION,
});
