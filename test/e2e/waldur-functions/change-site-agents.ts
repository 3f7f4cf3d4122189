import { z } from 'zod';
import type { Endpoints } from '#infra/local/endpoints';
import { type ClientCall, madeBy } from './client-caller.ts';

const listed = z.tuple([z.looseObject({ url: z.string() })], z.unknown());
const DEPENDENCIES = [{ package: 'waldur-api-client', version: '8.1.3' }];

/** A site agent with a service and a processor, of an offering that is not on sale. It stays until its deletion. */
export async function registerAgent(call: ClientCall, { api, sample }: Endpoints): Promise<string> {
  const [category] = listed.parse(await call('marketplace_categories_list'));
  const components = [{ type: 'cpu', name: 'CPU', measured_unit: 'hours', billing_type: 'limit' }];
  const offered = {
    ...{ name: 'HPC', type: 'Marketplace.Slurm', components, plans: [{ name: 'Default' }] },
    category: category.url,
    customer: `${api}/api/customers/${sample.customer}/`,
  };
  const offering = await madeBy(call('marketplace_provider_offerings_create', { body: offered }));
  const body = { offering, name: 'by-client', version: '1.0.7', dependencies: DEPENDENCIES };
  const uuid = await madeBy(call('marketplace_site_agent_identities_create', { body }));
  await call('marketplace_site_agent_identities_update', { uuid, body });
  const mode = { name: 'order_process', mode: 'order_process' };
  const registered = call('marketplace_site_agent_identities_register_service', { uuid, body: mode });
  const processor = { name: 'OfferingOrderProcessor', backend_type: 'slurm' };
  await call('marketplace_site_agent_services_register_processor', { uuid: await madeBy(registered), body: processor });
  const service_provider_uuid = sample.customer;
  await call('marketplace_service_providers_keys_list', { also: { service_provider_uuid } });
  await call('marketplace_service_providers_keys_count', { also: { service_provider_uuid } });
  return uuid;
}
