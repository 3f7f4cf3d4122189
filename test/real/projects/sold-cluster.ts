import { expect } from 'vitest';
import { z } from 'zod';
import { apiClient } from '#infra/local/api-client';
import type { Endpoints } from '#infra/local/endpoints';
import { type OpenedKeycloak, openKeycloak } from '#test/contracts/keycloak/keycloak-under-test';
import { anActiveCluster } from '#test/contracts/rancher/an-active-cluster';
import { joinAsAgent } from '#test/contracts/rancher/join-as-agent';
import { objectsIn } from '#test/contracts/rancher/objects-in';
import type { OpenedRancher } from '#test/contracts/rancher/rancher-under-test';
import { startSimulator } from '#test/contracts/start-simulator';
import { retireProvider } from '#test/e2e/_worlds/retire-provider';
import { putKubernetesBehind } from '#test/integration/_worlds/given-kubernetes';
import { openSimulated } from '#test/integration/_worlds/rancher-market';
import { peopleOf } from '#test/integration/rancher-projects/enter-cluster';
import { installKyverno } from '#test/integration/rancher-projects/kyverno';
import type { KeycloakAccess } from '../keycloak/start-keycloak.ts';

export type SoldCluster = {
  clusterId: string;
  offering: string;
  realm: OpenedKeycloak;
  opened: OpenedRancher;
  /** The cluster’s Kubernetes API, as Rancher’s administrator uses it. */
  inside: ReturnType<typeof objectsIn>;
  enterAs(username: string): Promise<ReturnType<typeof objectsIn>>;
  close(): Promise<void>;
};

const made = z.object({ uuid: z.string() });
const limit = (type: string, measured_unit: string) => ({ type, name: type, measured_unit, billing_type: 'limit' });

/**
 * Creates a shared cluster: a cluster of the simulated Rancher over a real Kubernetes API, with a realm of a real
 * Keycloak. Makes the offering that sells projects in the cluster.
 */
export async function openSharedCluster(endpoints: Endpoints, keycloak: KeycloakAccess): Promise<SoldCluster> {
  const realm = await openKeycloak({ ...keycloak, stop: async () => {} });
  const simulator = await startSimulator('rancher');
  const opened = await openSimulated(simulator);
  const joinMachine = (token: string, name: string) => joinAsAgent(simulator.url, token, name);
  const backend = { ...opened.backend, joinMachine };
  const clusterId = (await anActiveCluster({ ...opened, backend })) ?? expect.fail('machines can be played here');
  await putKubernetesBehind(simulator, clusterId);
  const inside = objectsIn(backend, clusterId);
  await installKyverno(inside, opened.rancher, clusterId);
  const { userRealm, ...account } = await realm.anAccount('manage-users');
  const staff = apiClient(endpoints.api, endpoints.tokens.staff);
  const options = {
    ...{ backend_url: simulator.url, ...backend.key, base_image_name: 'ubuntu-24.04', node_disk_driver: 'vd' },
    ...{ keycloak_url: keycloak.url, keycloak_realm: realm.realm, keycloak_user_realm: userRealm },
    ...{ keycloak_username: account.username, keycloak_password: account.password },
  };
  const provider = { type: 'Rancher', name: 'Shared cluster', options };
  const { uuid: service_settings } = await staff.post('service-settings/', provider, made);
  const offer = {
    ...{ type: 'Rancher.Project', name: 'Projects', customer: endpoints.sample.customer, service_settings },
    components: [limit('cpu', 'cores'), limit('ram', 'GB'), limit('gpu', 'units')],
    plugin_options: {
      ...{ cluster_id: clusterId, keycloak_enabled: true, keycloak_use_user_id: false },
      ...{ namespace_labels: { 'gpu-pool': 'h100-2x' }, default_no_gpu_quota: true },
    },
  };
  const { uuid: offering } = await staff.post('marketplace-provider-offerings/', offer, made);
  await staff.post(`marketplace-provider-offerings/${offering}/activate/`, {}, z.unknown());
  const { enterAs } = await peopleOf({ keycloak: { realm }, simulator, opened, clusterId });
  return {
    ...{ clusterId, offering, realm, opened, inside, enterAs },
    async close() {
      await staff.post(`marketplace-provider-offerings/${offering}/archive/`, {}, z.unknown());
      await retireProvider(endpoints, service_settings);
      await realm.close();
      await opened.close();
    },
  };
}
