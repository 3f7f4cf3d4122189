import { z } from 'zod';
import type { Endpoints } from '#infra/local/endpoints';
import { until } from '#infra/local/until';
import { requestRows } from '#test/contracts/start-simulator';

async function read(url: string): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.json();
}

/** For `expect.poll`: a cluster's bindings and namespaces go some seconds after Rancher has let go of the cluster itself. */
export const LETS_GO = { timeout: 10_000, interval: 100 };

type Backends = Pick<Endpoints, 'rancher' | 'openstack' | 'vault' | 'keycloak' | 'argocd'>;
/** What users of the backends would see in them: every object, of every simulator. */
export async function stateOfBackends({ rancher, openstack, vault, keycloak, argocd }: Backends): Promise<unknown> {
  const urls = [rancher, vault, keycloak, argocd, ...Object.values(openstack)];
  return Promise.all(urls.map((url) => read(`${url}/_sim/state`)));
}

const clusterList = z.object({ clusters: z.array(z.object({ id: z.string(), state: z.string() })) });

/** Clusters that Rancher deletes, or of which it still has something after their deletion. */
async function leavingClusters(rancher: string): Promise<string[]> {
  const state = await read(`${rancher}/_sim/state`);
  const kept = clusterList.parse(state).clusters.filter(({ state }) => state !== 'removing');
  const named = new Set(JSON.stringify(state).match(/\bc-m-[a-z0-9]{8}\b/g));
  return [...named].filter((id) => kept.every((cluster) => cluster.id !== id));
}

/**
 * The state of the backends once nothing of the clusters of earlier tests is being deleted. The simulators may have other work left, such as
 * the health checks of pools, which wait for a minute and change nothing.
 */
export async function backendsAtRest(backends: Backends): Promise<unknown> {
  const tooLate = 'Rancher still has objects of clusters that were deleted before.';
  await until({ tooLate, timeoutMs: LETS_GO.timeout }, async () => {
    const leaving = await leavingClusters(backends.rancher);
    return leaving.length === 0 || undefined;
  });
  return stateOfBackends(backends);
}

/** Requests so far that change something; logins do not count. */
export async function writesToBackends({ rancher, openstack, vault, argocd }: Endpoints): Promise<number> {
  const urls = [rancher, vault, argocd, ...Object.values(openstack)];
  const lists = await Promise.all(urls.map((url) => read(`${url}/_sim/requests`)));
  const rows = lists.flatMap((list) => requestRows.parse(list));
  const writes = rows.filter(
    (row) => row.method !== 'GET' && row.method !== 'HEAD' && !/\/auth\/(tokens|approle\/login)/.test(row.path),
  );
  return writes.reduce((sum, row) => sum + row.count, 0);
}
