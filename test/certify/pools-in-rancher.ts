import { z } from 'zod';

export const rancherAccess = z.object({ url: z.string(), access_key: z.string(), secret_key: z.string() });
type Access = z.infer<typeof rancherAccess>;

const labelled = z.object({
  metadata: z.object({ name: z.string(), labels: z.record(z.string(), z.string()).nullish() }),
});
const list = z.object({ data: z.array(labelled).nullish() });
const provisioning = labelled.extend({
  spec: z.object({
    cloudCredentialSecretName: z.string(),
    rkeConfig: z.object({
      machinePools: z
        .array(
          z.object({
            name: z.string(),
            quantity: z.number(),
            labels: z.record(z.string(), z.string()).nullish(),
            machineConfigRef: z.object({ name: z.string() }),
          }),
        )
        .nullish(),
    }),
  }),
});

const CLUSTERS = '/v1/provisioning.cattle.io.clusters/fleet-default';
const CONFIGS = '/v1/rke-machine-config.cattle.io.openstackconfigs/fleet-default';
const CREDENTIALS = '/v1/secrets/cattle-global-data';

async function get({ url, access_key, secret_key }: Access, path: string): Promise<unknown> {
  const authorization = `Basic ${Buffer.from(`${access_key}:${secret_key}`).toString('base64')}`;
  const answer = await fetch(url + path, {
    headers: { authorization, accept: 'application/json' },
    signal: AbortSignal.timeout(30_000),
  });
  if (!answer.ok) throw new Error(`Rancher answered ${answer.status} to GET ${path}: ${await answer.text()}`);
  return answer.json();
}

type Labels = Readonly<Record<string, string>>;
async function namesAt(rancher: Access, path: string, labels: Labels): Promise<string[]> {
  const { data } = list.parse(await get(rancher, path));
  const isOurs = ({ metadata }: z.infer<typeof labelled>) =>
    Object.entries(labels).every(([key, value]) => metadata.labels?.[key] === value);
  return (data ?? []).filter(isOurs).map(({ metadata }) => metadata.name);
}

/** The objects in Rancher of a cluster with pools, read without the product's code. */
export async function objectsInRancher(rancher: Access, name: string, labels: Labels) {
  const [cluster, machineConfigs, credentials] = await Promise.all([
    get(rancher, `${CLUSTERS}/${name}`).then((found) => provisioning.parse(found)),
    namesAt(rancher, CONFIGS, labels),
    namesAt(rancher, CREDENTIALS, labels),
  ]);
  const { cloudCredentialSecretName, rkeConfig } = cluster.spec;
  return { cloudCredentialSecretName, pools: rkeConfig.machinePools ?? [], machineConfigs, credentials };
}

/**
 * Whether an object's name matches the name in a dry run. Parts in braces match any text, because a dry run does not
 * know them yet.
 */
export function isPlanned(planned: string, name: string): boolean {
  const parts = planned.split(/\{[^}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[0-9a-z-]+')}$`).test(name);
}
