import { fetch as fetchWith } from 'undici';
import { z } from 'zod';
import { parseKubeconfig } from '#shared/domain/cluster-access/kubeconfig';
import { cloudAccess, logInAsAdmin } from '#test/contracts/openstack/cloud-admin';
import { agentTrusting } from '#test/network/trusting-agent';
import { CLOUD_KINDS, type Inventory, inventoryOf } from '../real/cloud-inventory.ts';
import { keycloakInventory } from '../real/keycloak/keycloak-inventory.ts';
import { rancherInventory } from './rancher-inventory.ts';
import type { Backend } from './targets.ts';

const TIMEOUT_MS = 30_000;
const keycloak = z.object({
  url: z.string(),
  admin: z.object({ username: z.string(), password: z.string() }),
});
const vault = z.object({ url: z.string(), token: z.string() });
const vaultKeys = z.object({ data: z.object({ keys: z.array(z.string()) }).nullish() });
const argocd = z.object({ kubeconfig: z.string(), namespace: z.string() });
const secretList = z.object({ items: z.array(z.object({ metadata: z.object({ name: z.string() }) })) });

async function vaultInventory(access: object): Promise<Inventory> {
  const { url, token } = vault.parse(access);
  const keysAt = async (path: string) => {
    const headers = { 'x-vault-token': token };
    const answer = await fetch(`${url}/v1/${path}?list=true`, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return answer.status === 404 ? [] : (vaultKeys.parse(await answer.json()).data?.keys ?? []).sort();
  };
  const [policies, roles, secrets] = await Promise.all(
    ['sys/policies/acl', 'auth/approle/role', 'secret/metadata/rancher'].map(keysAt),
  );
  return { policies: policies ?? [], AppRoles: roles ?? [], secrets: secrets ?? [] };
}

async function argocdInventory(access: object): Promise<Inventory> {
  const { kubeconfig, namespace } = argocd.parse(access);
  const { server, caData, login } = parseKubeconfig(kubeconfig);
  const answer = await fetchWith(`${server}/api/v1/namespaces/${namespace}/secrets`, {
    headers: { authorization: `Bearer ${'token' in login ? login.token : ''}` },
    dispatcher: agentTrusting(caData),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const { items } = secretList.parse(await answer.json());
  return { 'secrets of Argo CD': items.map(({ metadata }) => metadata.name).sort() };
}

/**
 * Lists all objects of the kinds that a suite creates, including foreign objects. The lists do not use the product's
 * code.
 */
export const LOOK_AROUND: Readonly<Record<Backend, (access: object) => Promise<Inventory>>> = {
  rancher: rancherInventory,
  openstack: async (access) => inventoryOf(await logInAsAdmin(cloudAccess.parse(access)), CLOUD_KINDS),
  keycloak: (access) => keycloakInventory(keycloak.parse(access)),
  vault: vaultInventory,
  argocd: argocdInventory,
};
