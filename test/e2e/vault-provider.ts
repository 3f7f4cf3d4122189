import { z } from 'zod';
import { apiClient } from '#infra/local/api-client';
import type { Endpoints } from '#infra/local/endpoints';
import { announcements } from '#infra/local/simulators';
import { type Simulator, startSimulator } from '#test/contracts/start-simulator';

const made = z.object({ uuid: z.string() });

export type VaultProvider = {
  rancher: Simulator;
  vault: Simulator;
  /** Its offering to the sample customer. */
  offering: string;
  stop(): Promise<void>;
};

/** Another provider, added by staff: a Rancher and a Vault of its own, and a private registry. */
export async function vaultProvider({ api, tokens, sample }: Endpoints): Promise<VaultProvider> {
  const [rancher, vault] = await Promise.all([startSimulator('rancher'), startSimulator('vault')]);
  await rancher.setDelays({ clusterAssign: 100, nodeActive: 300, clusterDelete: 200 });
  const { url, access_key, secret_key } = announcements.rancher.parse(rancher.printed);
  const { url: vaultUrl, root_token } = announcements.vault.parse(vault.printed);
  const { protocol, hostname, port } = new URL(vaultUrl);
  const options = {
    ...{ backend_url: url, username: access_key, password: secret_key },
    ...{ base_image_name: 'ubuntu-24.04', node_disk_driver: 'vd' },
    ...{ vault_host: `${protocol}//${hostname}`, vault_port: Number(port), vault_token: root_token },
    private_registry_url: 'registry.example.org',
    ...{ private_registry_user: 'user', private_registry_password: 'of-the-registry' },
  };
  const staff = apiClient(api, tokens.staff);
  const settings = await staff.post('service-settings/', { type: 'Rancher', name: 'With Vault', options }, made);
  const offer = {
    ...{ name: 'Kubernetes, with Vault', customer: sample.customer, type: 'Rancher' },
    ...{ service_settings: settings.uuid, plugin_options: { deployment_mode: 'self_managed' } },
    plans: [{ name: 'Default' }],
  };
  const offering = (await staff.post('marketplace-provider-offerings/', offer, made)).uuid;
  await staff.post(`marketplace-provider-offerings/${offering}/activate/`, {}, z.unknown());
  return { rancher, vault, offering, stop: async () => void (await Promise.all([rancher.stop(), vault.stop()])) };
}
