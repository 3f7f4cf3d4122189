import { z } from 'zod';
import type { Inventory } from '../real/cloud-inventory.ts';

const access = z.object({ url: z.string(), access_key: z.string(), secret_key: z.string() });
const page = z.object({
  data: z.array(z.object({ id: z.string() })).nullish(),
  pagination: z.object({ next: z.string().nullish() }).nullish(),
});
/**
 * Collections in both of Rancher's APIs that may hold objects after a run. Rancher deletes clusters and their objects
 * with a delay.
 */
const COLLECTIONS = {
  'provisioning clusters': '/v1/provisioning.cattle.io.clusters',
  clusters: '/v3/clusters',
  projects: '/v3/projects',
  users: '/v3/users',
  'global role bindings': '/v3/globalrolebindings',
  'cluster role bindings': '/v3/clusterroletemplatebindings',
  'project role bindings': '/v3/projectroletemplatebindings',
  'registration tokens': '/v3/clusterregistrationtokens',
  'API keys': '/v3/tokens',
  'secrets beside clusters': '/v1/secrets/fleet-default',
  'machine configs': '/v1/rke-machine-config.cattle.io.openstackconfigs',
  'machine templates': '/v1/rke-machine.cattle.io.openstackmachinetemplates',
  'cloud credentials': '/v1/secrets/cattle-global-data',
} as const;

/** The ids of all objects by kind, read without the product's code. Kinds that the key may not list are left out. */
export async function rancherInventory(given: object): Promise<Inventory> {
  const rancher = access.parse(given);
  const entries = await Promise.all(
    Object.entries(COLLECTIONS).map(async ([kind, path]) => [kind, await idsOf(rancher, path)] as const),
  );
  return Object.fromEntries(entries.flatMap(([kind, ids]) => (ids ? [[kind, ids.sort()]] : [])));
}

async function idsOf({ url, access_key, secret_key }: z.infer<typeof access>, path: string) {
  const authorization = `Basic ${Buffer.from(`${access_key}:${secret_key}`).toString('base64')}`;
  const ids: string[] = [];
  for (let at: string | undefined = path; at !== undefined; ) {
    const answer: Response = await fetch(new URL(at, url), {
      headers: { authorization, accept: 'application/json' },
      signal: AbortSignal.timeout(30_000),
    });
    if (answer.status === 403 || answer.status === 404) return undefined;
    const { data, pagination } = page.parse(await answer.json());
    ids.push(...(data ?? []).map(({ id }) => id));
    const next = pagination?.next;
    // Takes only the query. The full address may name a foreign host, which must not receive the key.
    at = next ? path + new URL(next).search : undefined;
  }
  return ids;
}
