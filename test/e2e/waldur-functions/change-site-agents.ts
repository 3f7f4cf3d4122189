import { z } from 'zod';
import type { Endpoints } from '#infra/local/endpoints';
import { orderOf } from './change-market.ts';
import { type ClientCall, madeBy } from './client-caller.ts';

const listed = z.tuple([z.looseObject({ url: z.string() })], z.unknown());
const DEPENDENCIES = [{ package: 'waldur-api-client', version: '8.1.3' }];

/** Creates an offering for a site agent. The offering is not on sale yet. */
async function offerWork(call: ClientCall, { api, sample }: Endpoints, name: string): Promise<string> {
  const [category] = listed.parse(await call('marketplace_categories_list'));
  const components = [{ type: 'cpu', name: 'CPU', measured_unit: 'hours', billing_type: 'limit' }];
  const body = {
    ...{ name, type: 'Marketplace.Slurm', components, plans: [{ name: 'Default' }] },
    category: category.url,
    customer: `${api}/api/customers/${sample.customer}/`,
  };
  return madeBy(call('marketplace_provider_offerings_create', { body }));
}

/** Registers a site agent with a service and a processor. A later test step deletes the agent. */
export async function registerAgent(call: ClientCall, endpoints: Endpoints): Promise<string> {
  const offering = await offerWork(call, endpoints, 'HPC');
  const body = { offering, name: 'by-client', version: '1.0.7', dependencies: DEPENDENCIES };
  const uuid = await madeBy(call('marketplace_site_agent_identities_create', { body }));
  await call('marketplace_site_agent_identities_update', { uuid, body });
  const mode = { name: 'order_process', mode: 'order_process' };
  const registered = call('marketplace_site_agent_identities_register_service', { uuid, body: mode });
  const processor = { name: 'OfferingOrderProcessor', backend_type: 'slurm' };
  await call('marketplace_site_agent_services_register_processor', { uuid: await madeBy(registered), body: processor });
  const service_provider_uuid = endpoints.sample.customer;
  await call('marketplace_service_providers_keys_list', { also: { service_provider_uuid } });
  await call('marketplace_service_providers_keys_count', { also: { service_provider_uuid } });
  return uuid;
}

const ordered = z.looseObject({ uuid: z.string(), marketplace_resource_uuid: z.string() });
const reported = z.tuple([z.looseObject({ uuid: z.string() })]);

const OF_OFFERING = [
  'marketplace_provider_offerings_user_attribute_config_retrieve',
  'marketplace_provider_offerings_list_project_service_accounts_list',
  'marketplace_provider_offerings_list_course_accounts_list',
];

/**
 * Reports an order and its resource as a site agent does, and reports one failure. Returns the resource, which still
 * exists.
 */
async function carryOut(call: ClientCall, endpoints: Endpoints): Promise<string> {
  const offering = await offerWork(call, endpoints, 'HPC, sold');
  await call('marketplace_provider_offerings_activate', { uuid: offering });
  const body = orderOf(endpoints, { offering, project: endpoints.sample.project, attributes: { name: 'allocation' } });
  const order = ordered.parse(await call('marketplace_orders_create', { body }));
  await call('marketplace_orders_set_backend_id', { uuid: order.uuid, body: { backend_id: '4711' } });
  await call('marketplace_orders_set_state_erred', { uuid: order.uuid, body: { error_message: 'No room.' } });
  await call('marketplace_orders_set_state_executing', { uuid: order.uuid });
  await call('marketplace_orders_set_state_done', { uuid: order.uuid });
  const uuid = order.marketplace_resource_uuid;
  await call('marketplace_provider_resources_set_backend_id', { uuid, body: { backend_id: 'hpc_sim' } });
  await call('marketplace_provider_resources_set_limits', { uuid, body: { limits: { cpu: 4 } } });
  await call('marketplace_provider_resources_set_backend_metadata', { uuid, body: { backend_metadata: {} } });
  await call('marketplace_provider_resources_refresh_last_sync', { uuid });
  await call('marketplace_provider_resources_team_list', { uuid });
  await call('marketplace_resources_update_limits', { uuid, body: { limits: { cpu: 8 } } });
  for (const asked of OF_OFFERING) await call(asked, { uuid: offering });
  return uuid;
}

async function reportUsage(call: ClientCall, resource: string): Promise<void> {
  const usages = [{ type: 'cpu', amount: '12.50' }];
  await call('marketplace_component_usages_set_usage', { body: { resource, usages } });
  const also = { resource_uuid: resource };
  const [{ uuid }] = reported.parse(await call('marketplace_component_usages_list', { also }));
  const grace = { username: 'grace', usage: '7.50' };
  await call('marketplace_component_usages_set_user_usage', { uuid, body: grace });
  await call('marketplace_component_usages_set_user_usages', { uuid, body: { usages: [grace] } });
}

export const workAsAgent = async (call: ClientCall, endpoints: Endpoints): Promise<void> =>
  reportUsage(call, await carryOut(call, endpoints));
