import { z } from 'zod';
import { secretName } from '#shared/domain/_core/secret-name';
import type { RancherOffering } from '#shared/domain/marketplace/offering';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import { someRancherSettings } from '#test/builders/builders';
import { anOffering } from '#test/builders/offering-builders';
import type { Simulator } from '#test/contracts/start-simulator';
import { borrowSimulator } from '../_worlds/borrowed-simulator.ts';
import type { World } from '../_worlds/world.ts';

export const REGISTRY = { url: 'registry.example.org', user: 'user', password: 'of-the-registry' };

export type VaultProvider = {
  settings: RancherSettings;
  offering: RancherOffering;
  simulator: Simulator;
  rootToken: string;
  /** Sends a request to Vault's API as Vault's administrator. */
  ask(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
};

/**
 * A second provider with the same Rancher. The second provider has a simulated Vault and a private registry. The caller
 * stops the Vault simulator.
 */
export async function vaultProvider(world: World): Promise<VaultProvider> {
  const { store, secrets, stage } = world;
  const simulator = await borrowSimulator('vault');
  const { root_token: rootToken } = z.object({ root_token: z.string() }).parse(simulator.printed);
  const { protocol, hostname, port } = new URL(simulator.url);
  const { password: privateRegistryPassword, ...privateRegistry } = REGISTRY;
  const vault = { host: `${protocol}//${hostname}`, port: Number(port), verifyTls: true };
  const settings = someRancherSettings({ name: 'rancher-2' });
  settings.options = { ...settings.options, backendUrl: world.settings.options.backendUrl, vault, privateRegistry };
  const key = JSON.parse((await secrets.find(secretName(stage, 'rancher', world.settings.uuid))) ?? '');
  await secrets.put(secretName(stage, 'rancher', settings.uuid), JSON.stringify({ ...key, privateRegistryPassword }));
  await secrets.put(secretName(stage, 'vault', settings.uuid), JSON.stringify({ token: rootToken }));
  const offering = anOffering({ settingsUuid: settings.uuid });
  await store.commit(store.settings.insert(settings), store.offerings.insert(offering));
  const ask: VaultProvider['ask'] = async (method, path, body) => {
    const answer = await fetch(`${simulator.url}/v1/${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-vault-token': rootToken },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  return { settings, offering, simulator, rootToken, ask };
}
