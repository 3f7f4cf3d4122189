import { argocdSessions } from '../../adapters/argocd/argocd-sessions.ts';
import { openstackSessions } from '../../adapters/openstack/openstack-sessions.ts';
import { rancherSessions } from '../../adapters/rancher/rancher-sessions.ts';
import { vaultSessions } from '../../adapters/vault/vault-sessions.ts';
import { Misconfigured } from '../../errors.ts';
import type { ArgocdSessions } from '../../ports/argocd.ts';
import type { OpenStackSessions } from '../../ports/openstack.ts';
import type { RancherSessions } from '../../ports/rancher.ts';
import type { Secrets } from '../../ports/runtime.ts';
import type { Store } from '../../ports/store.ts';
import type { VaultSessions } from '../../ports/vault.ts';
import { systemClock } from '../system.ts';

/** Backends bring an HTTP client of half a megabyte: what talks to AWS alone takes `aws.ts` and stays small. */
export function connectedOpenStack(store: Store, secrets: Secrets, stage: string): OpenStackSessions {
  return openstackSessions({
    secrets,
    stage,
    clock: systemClock,
    async settingsOf(uuid) {
      const settings = await store.settings.get(uuid);
      if (settings.type !== 'OpenStack') throw new Misconfigured(`${settings.name} is not an OpenStack cloud`);
      return settings;
    },
  });
}

export const connectedVault = (secrets: Secrets, stage: string): VaultSessions => vaultSessions({ secrets, stage });

export const connectedRancher = (secrets: Secrets, stage: string): RancherSessions =>
  rancherSessions({ secrets, stage });

export const connectedArgocd = (secrets: Secrets, stage: string): ArgocdSessions => argocdSessions({ secrets, stage });
