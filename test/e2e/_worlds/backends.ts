import { z } from 'zod';
import type { Endpoints } from '#infra/local/endpoints';
import { until } from '#infra/local/until';
import { requestRows } from '#test/contracts/start-simulator';

async function read(url: string): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.json();
}

/** Options for `expect.poll`. Rancher removes a cluster's bindings and namespaces some seconds after the cluster. */
export const LETS_GO = { timeout: 10_000, interval: 100 };

type Backends = Pick<Endpoints, 'rancher' | 'openstack' | 'vault' | 'keycloak' | 'argocd'>;
/** All objects in all simulators, as users of the backends see them. */
export async function stateOfBackends({ rancher, openstack, vault, keycloak, argocd }: Backends): Promise<unknown> {
  const urls = [rancher, vault, keycloak, argocd, ...Object.values(openstack)];
  return Promise.all(urls.map((url) => read(`${url}/_sim/state`)));
}

const clusterList = z.object({ clusters: z.array(z.object({ id: z.string(), state: z.string() })) });

/** Clusters that Rancher is deleting, and deleted clusters of which Rancher still has objects. */
async function leavingClusters(rancher: string): Promise<string[]> {
  const state = await read(`${rancher}/_sim/state`);
  const kept = clusterList.parse(state).clusters.filter(({ state }) => state !== 'removing');
  const named = new Set(JSON.stringify(state).match(/\bc-m-[a-z0-9]{8}\b/g));
  return [...named].filter((id) => kept.every((cluster) => cluster.id !== id));
}

/**
 * The state of the backends after Rancher has removed all objects of deleted clusters. Simulators may still have other
 * work, e.g. health checks of pools. Such work does not change the state.
 */
export async function backendsAtRest(backends: Backends): Promise<unknown> {
  const tooLate = 'Rancher still has objects of clusters that were deleted before.';
  await until({ tooLate, timeoutMs: LETS_GO.timeout }, async () => {
    const leaving = await leavingClusters(backends.rancher);
    return leaving.length === 0 || undefined;
  });
  return stateOfBackends(backends);
}

/** The number of writing requests so far, without logins. */
export async function writesToBackends({ rancher, openstack, vault, argocd }: Endpoints): Promise<number> {
  const urls = [rancher, vault, argocd, ...Object.values(openstack)];
  const lists = await Promise.all(urls.map((url) => read(`${url}/_sim/requests`)));
  const rows = lists.flatMap((list) => requestRows.parse(list));
  const writes = rows.filter(
    (row) => row.method !== 'GET' && row.method !== 'HEAD' && !/\/auth\/(tokens|approle\/login)/.test(row.path),
  );
  return writes.reduce((sum, row) => sum + row.count, 0);
}
