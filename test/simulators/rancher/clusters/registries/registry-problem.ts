import { z } from 'zod';
import type { ProvisioningCluster } from '../../_core/rancher-objects.ts';
import type { RancherStore } from '../../_core/rancher-store.ts';

const USABLE = ['rke.cattle.io/auth-config', 'kubernetes.io/basic-auth', 'kubernetes.io/dockerconfigjson'];
const registries = z.object({
  rkeConfig: z.object({
    registries: z.object({
      configs: z.record(z.string(), z.object({ authConfigSecretName: z.string().nullish() }).nullable()),
    }),
  }),
});

/**
 * The planner's message while it cannot write the nodes' `registries.yaml`, because a secret for a registry is missing
 * or unusable. The planner retries until the secret is correct.
 */
export function registryProblem(
  { secrets }: RancherStore,
  cluster: ProvisioningCluster | undefined,
): string | undefined {
  const { data } = registries.safeParse(cluster?.spec);
  for (const config of Object.values(data?.rkeConfig.registries.configs ?? {})) {
    const name = config?.authConfigSecretName;
    if (!name) continue;
    const secret = secrets.get(`${cluster?.namespace}/${name}`);
    if (!secret) return `secrets "${name}" not found`;
    if (!USABLE.includes(secret.type))
      return `secret [${name}] must be of type ${USABLE.map((type) => `[${type}]`).join(' or ')}`;
    if (Object.keys(secret.data).length === 0) return `secret [${name}] has nil data`;
  }
  return undefined;
}
