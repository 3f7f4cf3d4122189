import { z } from 'zod';
import type { Endpoints } from '#infra/local/endpoints';
import { personAt } from '../_worlds/customer.ts';
import { type ClientCall, madeBy } from './client-caller.ts';

const made = z.looseObject({ resource_uuid: z.string(), marketplace_resource_uuid: z.string() });
const listed = z.array(z.looseObject({ uuid: z.string(), url: z.string() }));
const firstOf = async (answer: Promise<unknown>) => z.tuple([listed.element], listed.element).parse(await answer)[0];

export function orderBody(endpoints: Endpoints, name: string, offering: string) {
  const { project, attributes } = personAt(endpoints, 'owner').clusterOrder(name, 1, 1);
  return orderOf(endpoints, { offering, project, attributes });
}
/** The body of an order in the client's format: offering and project are links. Paddock accepts uuids as well. */
export const orderOf = ({ api }: Endpoints, order: { offering: string; project: string; attributes: object }) => ({
  offering: `${api}/api/marketplace-public-offerings/${order.offering}/`,
  project: `${api}/api/projects/${order.project}/`,
  attributes: order.attributes,
});

const OPTIONS = {
  options: { env: { type: 'select_string', label: 'Environment', choices: ['production', 'test'] } },
  order: ['env'],
};
export const offerOptions = (call: ClientCall, uuid: string) =>
  call('marketplace_provider_offerings_update_resource_options', { uuid, body: { resource_options: OPTIONS } });

/** Creates an offering whose orders need the approval of the sample provider. */
export async function openOffering(call: ClientCall, { api, sample }: Endpoints): Promise<string> {
  const category = await firstOf(call('marketplace_categories_list'));
  const plugin_options = { deployment_mode: 'self_managed', auto_approve_remote_orders: false };
  const body = {
    ...{ name: 'Kubernetes, approved', type: 'Rancher', category: category.url },
    customer: `${api}/api/customers/${sample.customer}/`,
    ...{ service_settings: sample.rancher_settings, plugin_options, plans: [{ name: 'Default' }] },
  };
  const uuid = await madeBy(call('marketplace_provider_offerings_create', { body }));
  await call('marketplace_provider_offerings_activate', { uuid });
  await call('marketplace_provider_offerings_importable_resources_list', { uuid });
  const plan = await firstOf(call('marketplace_public_offerings_plans_list', { uuid }));
  await call('marketplace_public_offerings_plans_retrieve', { uuid, also: { plan_uuid: plan.uuid } });
  await call('marketplace_plans_update_prices', { uuid: plan.uuid, body: { prices: { cpu_hours: '0.01' } } });
  return uuid;
}

/** Approves, rejects and deletes orders that need approval. Cancels the approved order and returns it. */
export async function decideOrders(call: ClientCall, endpoints: Endpoints, offering: string): Promise<string> {
  const order = (name: string) =>
    call('marketplace_orders_create', { body: orderBody(endpoints, name, offering), by: 'member' });
  const place = (name: string) => madeBy(order(name));
  const approved = await place('by-client-approved');
  await call('marketplace_orders_approve_by_consumer', { uuid: approved });
  await call('marketplace_orders_approve_by_provider', { uuid: approved, body: {} });
  await call('marketplace_orders_cancel', { uuid: approved });
  const unwanted = await place('by-client-unwanted');
  await call('marketplace_orders_reject_by_consumer', { uuid: unwanted, body: {} });
  await call('marketplace_orders_retry', { uuid: unwanted, refused: 409 });
  const refused = await place('by-client-refused');
  await call('marketplace_orders_approve_by_consumer', { uuid: refused });
  await call('marketplace_orders_reject_by_provider', {
    uuid: refused,
    body: { provider_rejection_comment: 'No room.' },
  });
  const dropped = await place('by-client-dropped');
  await call('marketplace_orders_destroy', { uuid: dropped });
  // These orders have not created any objects yet, so none are left behind when their resources are unlinked.
  const forgotten = made.parse(await order('by-client-forgotten'));
  await call('marketplace_resources_unlink', { uuid: forgotten.marketplace_resource_uuid });
  const gone = made.parse(await order('by-client-gone'));
  await call('marketplace_provider_resources_unlink', { uuid: gone.marketplace_resource_uuid });
  const away = made.parse(await order('by-client-away'));
  await call('rancher_clusters_unlink', { uuid: away.resource_uuid });
  return approved;
}

export async function closeOffering(call: ClientCall, uuid: string): Promise<void> {
  await call('marketplace_provider_offerings_pause', { uuid, body: { paused_reason: 'Full.' } });
  await call('marketplace_provider_offerings_draft', { uuid });
  await call('marketplace_provider_offerings_archive', { uuid });
}

/** Changes a resource. Its offering must define resource options. */
export async function changeResource(call: ClientCall, uuid: string, name: string): Promise<void> {
  await call('marketplace_resources_update', { uuid, body: { name } });
  await call('marketplace_resources_partial_update', { uuid, body: { name } });
  await call('marketplace_resources_update_options', { uuid, body: { options: { env: 'test' } } });
  const body = { end_date: '2099-12-31' };
  await call('marketplace_resources_set_end_date', { uuid, body });
  await call('marketplace_resources_set_end_date_by_staff', { uuid, body });
  await call('marketplace_provider_resources_set_end_date', { uuid, body });
  await call('marketplace_provider_resources_set_end_date_by_provider', { uuid, body });
  await call('marketplace_provider_resources_set_end_date_by_staff', { uuid, body: { end_date: null } });
  await call('marketplace_provider_resources_set_as_erred', { uuid, body: { error_message: 'Tried.' } });
  await call('marketplace_provider_resources_set_as_ok', { uuid });
}
