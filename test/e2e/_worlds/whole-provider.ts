import { z } from 'zod';
import { apiClient } from '#infra/local/api-client';
import type { Endpoints } from '#infra/local/endpoints';
import { announcements } from '#infra/local/simulators';
import { type Simulator, startSimulator } from '#test/contracts/start-simulator';
import { retireProvider } from './retire-provider.ts';

const made = z.object({ uuid: z.string() });

export type WholeProvider = {
  settings: string;
  rancher: Simulator;
  vault: Simulator;
  argocd: Simulator;
  /** The provider's offering, which the sample customer can order. */
  offering: string;
  stop(): Promise<void>;
  /** Like `stop`, for a stage that other tests continue to use. */
  retire(): Promise<void>;
};

/**
 * Starts the backends of a provider. Returns options that use every feature: Vault, private registry, Argo CD, floating
 * IPs.
 */
export async function startEveryPart() {
  const [rancher, vault, argocd] = await Promise.all(
    ['rancher', 'vault', 'argocd'].map((name) => startSimulator(name)),
  );
  if (!rancher || !vault || !argocd) throw new Error('a simulator is missing');
  await rancher.setDelays({ pace: 0.05 });
  const { url, access_key, secret_key } = announcements.rancher.parse(rancher.printed);
  const { url: vaultUrl, root_token } = announcements.vault.parse(vault.printed);
  const { protocol, hostname, port } = new URL(vaultUrl);
  const { kubeconfig, namespace } = announcements.argocd.parse(argocd.printed);
  const options = {
    ...{ backend_url: url, username: access_key, password: secret_key },
    ...{ base_image_name: 'ubuntu-24.04', node_disk_driver: 'vd' },
    ...{ vault_host: `${protocol}//${hostname}`, vault_port: Number(port), vault_token: root_token },
    private_registry_url: 'registry.example.org',
    ...{ private_registry_user: 'user', private_registry_password: 'of-the-registry' },
    ...{ argocd_k8s_namespace: namespace, argocd_k8s_kubeconfig: kubeconfig },
    allocate_floating_ip_to_all_nodes: true,
  };
  const stop = async () => void (await Promise.all([rancher.stop(), vault.stop(), argocd.stop()]));
  return { rancher, vault, argocd, options, stop };
}

/** Adds another provider with every feature that the creation of a cluster can use. */
export async function wholeProvider(endpoints: Endpoints, furtherOptions: object = {}): Promise<WholeProvider> {
  const { api, tokens, sample } = endpoints;
  const { rancher, vault, argocd, options: ofParts, stop } = await startEveryPart();
  const options = { ...ofParts, ...furtherOptions };
  const staff = apiClient(api, tokens.staff);
  const settings = await staff.post('service-settings/', { type: 'Rancher', name: 'With every part', options }, made);
  const offer = {
    ...{ name: 'Kubernetes, with every part', customer: sample.customer, type: 'Rancher' },
    ...{ service_settings: settings.uuid, plugin_options: { deployment_mode: 'self_managed' } },
    plans: [{ name: 'Default' }],
  };
  const offering = (await staff.post('marketplace-provider-offerings/', offer, made)).uuid;
  await staff.post(`marketplace-provider-offerings/${offering}/activate/`, {}, z.unknown());
  const retire = async () => {
    await retireProvider(endpoints, settings.uuid);
    await stop();
  };
  return { settings: settings.uuid, rancher, vault, argocd, offering, stop, retire };
}
