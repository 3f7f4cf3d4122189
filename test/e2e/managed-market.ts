import { z } from 'zod';
import { apiClient } from '#infra/local/api-client';
import type { Endpoints } from '#infra/local/endpoints';
import { cloudOptions } from '#infra/local/sample-data';
import { announcements, vmRunnerFlags } from '#infra/local/simulators';
import { type Simulator, startSimulator } from '#test/contracts/start-simulator';

const made = z.object({ uuid: z.string() });

export type ManagedCloud = { openstack: Simulator; vmRunner: Simulator; offering: string };
export type ManagedMarket = {
  rancher: Simulator;
  clouds: ManagedCloud[];
  /** Of managed clusters in these clouds, to the sample customer. */
  offering: string;
  stop(): Promise<void>;
};

type Sell = (offering: object) => Promise<string>;

/** A cloud with machines of its own, and what is sold of it. */
async function managedCloud(endpoints: Endpoints, name: string, sell: Sell): Promise<ManagedCloud> {
  const openstack = await startSimulator('openstack', '--name', name);
  const cloud = announcements.openstack.parse(openstack.printed);
  const vmRunner = await startSimulator('vm-runner', ...vmRunnerFlags(cloud));
  await openstack.setDelays({ serverBuild: 100, serverDelete: 100 });
  const staff = apiClient(endpoints.api, endpoints.tokens.staff);
  const settings = { type: 'OpenStack', name, options: cloudOptions(cloud) };
  const { uuid } = await staff.post('service-settings/', settings, made);
  const plugin_options = { external_network_id: 'public' };
  const offering = await sell({ name, type: 'OpenStack.Tenant', service_settings: uuid, plugin_options });
  return { openstack, vmRunner, offering };
}

/** What managed clusters are sold with: a provider with an organisation of its own, and so many clouds. */
export async function managedMarket(endpoints: Endpoints, clouds: number): Promise<ManagedMarket> {
  const staff = apiClient(endpoints.api, endpoints.tokens.staff);
  const rancher = await startSimulator('rancher');
  await rancher.setDelays({ clusterAssign: 100, nodeActive: 300, clusterDelete: 200 });
  const { url, access_key, secret_key } = announcements.rancher.parse(rancher.printed);
  const provider = await staff.post('customers/', { name: 'Cloud provider', abbreviation: 'CP' }, made);
  const sell: Sell = async (fields) => {
    const offering = { customer: provider.uuid, plans: [{ name: 'Default' }], ...fields };
    const { uuid } = await staff.post('marketplace-provider-offerings/', offering, made);
    await staff.post(`marketplace-provider-offerings/${uuid}/activate/`, {}, z.unknown());
    return uuid;
  };
  const names = Array.from({ length: clouds }, (_, index) => `AZ ${index + 1}`);
  const inClouds = await Promise.all(names.map((name) => managedCloud(endpoints, name, sell)));
  const options = {
    ...{ backend_url: url, username: access_key, password: secret_key },
    ...{ base_image_name: 'ubuntu-24.04', node_disk_driver: 'vd', customer_uuid: provider.uuid },
  };
  const settings = await staff.post('service-settings/', { type: 'Rancher', name: 'Managed', options }, made);
  const offering = await sell({
    name: 'Kubernetes, managed',
    type: 'Rancher',
    service_settings: settings.uuid,
    plugin_options: {
      deployment_mode: 'managed',
      openstack_offering_uuid_list: inClouds.map((cloud) => cloud.offering),
      managed_rancher_server_flavor_name: 'm1.medium',
      managed_rancher_load_balancer_flavor_name: 'm1.small',
    },
  });
  const all = [rancher, ...inClouds.flatMap(({ openstack, vmRunner }) => [vmRunner, openstack])];
  const stop = async () => void (await Promise.all(all.map((simulator) => simulator.stop())));
  return { rancher, clouds: inClouds, offering, stop };
}
