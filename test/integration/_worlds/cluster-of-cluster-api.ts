import { z } from 'zod';
import { capiNameOf } from '#shared/domain/planning/cluster-api/capi-name';
import { aCluster, aResource } from '#test/builders/builders';
import { aClusterApiSpec } from '#test/builders/cluster-api-builders';
import type { Simulator } from '#test/contracts/start-simulator';
import type { Person } from './api-under-test.ts';
import type { StockedMarket } from './market.ts';

/** What a simulated management cluster prints when it starts. */
export const managementAccess = z.object({ token: z.string(), ca_certificate: z.string(), namespace: z.string() });

/** A cluster of the owner. Cluster API has not created the cluster yet. */
export async function clusterOfClusterApi(
  { market, stocked }: Pick<StockedMarket, 'market' | 'stocked'>,
  management: Simulator,
  infrastructure: 'in-memory' | 'openstack' = 'in-memory',
) {
  const { store, customerUuid, projectUuid, people } = market;
  const { token, ca_certificate, namespace } = managementAccess.parse(management.printed);
  const options = { backend_url: management.httpsUrl, token, ca_certificate, namespace, infrastructure };
  const { uuid: settingsUuid } = await market.create('service-settings/', people.staff, {
    ...{ type: 'ClusterAPI', name: 'Management', options },
  });
  const resource = aResource({ customerUuid, projectUuid, state: 'OK' });
  const cluster = aCluster({
    ...{ customerUuid, projectUuid, settingsUuid, tenantUuid: stocked.tenant, resourceUuid: resource.uuid },
    ...{ state: 'OK', driver: 'cluster-api', kubernetesVersion: 'v1.33.5' },
  });
  const capiName = capiNameOf(cluster.uuid);
  const clusterApi = aClusterApiSpec({ capiName, infrastructure });
  await store.commit(
    store.clusters.insert({ ...cluster, backendId: capiName, clusterApi }),
    store.resources.insert(resource),
  );
  type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
  const askAs = (person: Person, method: Method, path: string, body?: object) =>
    market.ask(method, `rancher-clusters/${cluster.uuid}/${path}`, { ...person, ...(body && { body }) });
  const ask = (method: Method, path: string, body?: object) => askAs(people.owner, method, path, body);
  return { ask, askAs, stored: () => store.clusters.get(cluster.uuid) };
}
