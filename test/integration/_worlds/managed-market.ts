import { z } from 'zod';
import { type Cloud, cloudOptions, type Market, rancherOptions } from './market.ts';

const cloudFacts = z.object({ external_network_id: z.string() });

/**
 * Prepares the sale of managed clusters: a provider with an organisation for the projects of the clusters, and a cloud
 * with a draft offering.
 */
export async function managedMarket(market: Market, { cloud, simulator }: Cloud) {
  const { staff } = market.people;
  const settingsOf = (type: string, name: string, options: object) =>
    market.create('service-settings/', staff, { type, name, options });
  const provider = await settingsOf('Rancher', 'rancher-2', {
    ...rancherOptions(),
    customer_uuid: market.customerUuid,
  });
  const openstack = await settingsOf('OpenStack', 'cloud-2', cloudOptions({ cloud }));
  const { external_network_id } = cloudFacts.parse(simulator.printed);
  const sell = (fields: object) =>
    market.create('marketplace-provider-offerings/', staff, { customer: market.customerUuid, ...fields });
  const az1 = await sell({
    name: 'AZ 1',
    type: 'OpenStack.Tenant',
    service_settings: openstack.url,
    plugin_options: { external_network_id },
  });
  return {
    provider,
    openstack,
    az1,
    sell,
    external_network_id,
    move: (offering: { uuid: string }, move: string) =>
      market.ask('POST', `marketplace-provider-offerings/${offering.uuid}/${move}/`, staff),
    change: (offering: { uuid: string }, body: object) =>
      market.ask('PATCH', `marketplace-provider-offerings/${offering.uuid}/`, { ...staff, body }),
    /** Creates an offering of managed clusters. Its options are complete unless the test overrides them. */
    managed: (plugin_options: object = {}) =>
      sell({
        name: 'Kubernetes, managed',
        type: 'Rancher',
        service_settings: provider.url,
        plugin_options: {
          deployment_mode: 'managed',
          openstack_offering_uuid_list: [az1.uuid],
          managed_rancher_server_flavor_name: 'm1.large',
          managed_rancher_load_balancer_flavor_name: 'm1.medium',
          ...plugin_options,
        },
      }),
  };
}
export type ManagedMarket = Awaited<ReturnType<typeof managedMarket>>;
