import { z } from 'zod';
import type { ApiClient } from './api-client.ts';
import { type CloudAccount, cloudOptions } from './sample-data.ts';
import type { RancherSimulator } from './simulators.ts';

const made = z.object({ uuid: z.string() });

export type ManagedMarket = {
  /** Uuid of the offering of managed clusters. */
  offering: string;
  /**
   * Uuids of the offerings of the clouds, in the order of the input. With zones, each cloud has one offering for each
   * zone.
   */
  clouds: string[];
};

type Sell = (offering: object) => Promise<string>;

/** Makes a function that creates and activates one offering of the customer. */
const sellerFor =
  (staff: ApiClient, customer: string): Sell =>
  async (fields) => {
    const offering = { customer, plans: [{ name: 'Default' }], ...fields };
    const { uuid } = await staff.post('marketplace-provider-offerings/', offering, made);
    await staff.post(`marketplace-provider-offerings/${uuid}/activate/`, {}, z.unknown());
    return uuid;
  };

async function enterCloud(staff: ApiClient, name: string, cloud: CloudAccount): Promise<string> {
  const settings = { type: 'OpenStack', name, options: cloudOptions(cloud) };
  return (await staff.post('service-settings/', settings, made)).uuid;
}

const placeIn = (service_settings: string, name: string) => ({
  name,
  type: 'OpenStack.Tenant',
  service_settings,
  plugin_options: { external_network_id: 'public' },
});

type ToSell = {
  rancher: RancherSimulator;
  /** The clouds. Each key is the name of the offering that sells the cloud. */
  clouds: Readonly<Record<string, CloudAccount>>;
  /**
   * Availability zones. With zones, each cloud gets one offering for each zone. Without zones, each cloud gets one
   * offering.
   */
  zones?: readonly string[];
  /** Options of the provider, added to its Rancher's address and credentials. */
  options?: object;
};

/**
 * Sets up the sale of managed clusters with the API calls that an operator makes. Creates the clouds, the provider, the
 * offerings of the clouds and the provider, and an organization for the VM projects.
 */
export async function sellManagedClusters(
  staff: ApiClient,
  { rancher, clouds, zones, options: furtherOptions }: ToSell,
): Promise<ManagedMarket> {
  const provider = await staff.post('customers/', { name: 'Cloud provider', abbreviation: 'CP' }, made);
  const sell = sellerFor(staff, provider.uuid);
  const sold: string[] = [];
  for (const [name, cloud] of Object.entries(clouds)) {
    const settings = await enterCloud(staff, name, cloud);
    const places = zones?.map((zone) => `${name} ${zone}`) ?? [name];
    for (const place of places) sold.push(await sell(placeIn(settings, place)));
  }
  const { url, access_key, secret_key } = rancher;
  const options = {
    backend_url: url,
    username: access_key,
    password: secret_key,
    base_image_name: 'ubuntu-24.04',
    node_disk_driver: 'vd',
    customer_uuid: provider.uuid,
    // The network from which the operator administers clusters. RFC 5737 reserves this range for documentation.
    management_cidrs: ['192.0.2.0/24'],
    ...furtherOptions,
  };
  const settings = await staff.post('service-settings/', { type: 'Rancher', name: 'Managed', options }, made);
  const plugin_options = {
    deployment_mode: 'managed',
    openstack_offering_uuid_list: sold,
    managed_rancher_server_flavor_name: 'm1.medium',
    managed_rancher_load_balancer_flavor_name: 'm1.small',
  };
  const offer = { name: 'Kubernetes, managed', type: 'Rancher', service_settings: settings.uuid, plugin_options };
  return { offering: await sell(offer), clouds: sold };
}

export const managedOrder = ({ offering, clouds }: ManagedMarket, project: string, name: string, workers: number) => ({
  offering,
  project,
  attributes: {
    name,
    openstack_offering_uuid_list: clouds,
    worker_nodes_count: workers,
    worker_nodes_flavor_name: 'm1.medium',
    worker_nodes_data_volume_size: 20 * 1024,
  },
});
