import { z } from 'zod';
import type { Offering } from '../../domain/offering.ts';
import { changedPluginOptions } from '../../domain/plugin-options.ts';
import { looseText, reference, text } from './fields.ts';
import type { Link } from './link.ts';
import type { Listing } from './listing.ts';
import type { Operations } from './operation.ts';
import { parseBody } from './parse-body.ts';
import { pluginOptionsBody, pluginOptionsChangeBody } from './plugin-options-body.ts';

const planView = z
  .object({ url: z.string(), uuid: z.string(), name: z.string(), description: z.string() })
  .meta({ id: 'Plan' });
export type PlanView = z.infer<typeof planView>;

/** What a customer sees of an offering; the provider behind it stays unnamed. */
export const publicOfferingView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    name: z.string(),
    description: z.string(),
    type: z.literal('Rancher'),
    state: z.string(),
    customer: z.string(),
    customer_uuid: z.string(),
    customer_name: z.string(),
    plugin_options: z.record(z.string(), z.unknown()),
    plans: z.array(planView),
    created: z.string(),
  })
  .meta({ id: 'PublicOffering' });
export type PublicOfferingView = z.infer<typeof publicOfferingView>;
export const offeringView = publicOfferingView
  .extend({
    service_settings: z.string(),
    service_settings_uuid: z.string(),
  })
  .meta({ id: 'Offering' });
export { planView };

/** Plans have one address, the public one, which is what an order's `plan` refers to. */
export function viewPlan(link: Link, { uuid }: Offering, plan: Offering['plans'][number]): PlanView {
  return { ...plan, url: link('marketplace-public-offerings', uuid, `plans/${plan.uuid}/`) };
}

export function viewPublicOffering(link: Link, offering: Offering): PublicOfferingView {
  const { uuid, name, description, type, state, customerUuid, customerName, created } = offering;
  return {
    url: link('marketplace-public-offerings', uuid),
    uuid,
    name,
    description,
    type,
    state,
    customer: link('customers', customerUuid),
    customer_uuid: customerUuid,
    customer_name: customerName,
    plugin_options: offering.pluginOptions,
    plans: offering.plans.map((plan) => viewPlan(link, offering, plan)),
    created,
  };
}

export function viewOffering(link: Link, offering: Offering): z.infer<typeof offeringView> {
  return {
    ...viewPublicOffering(link, offering),
    url: link('marketplace-provider-offerings', offering.uuid),
    service_settings: link('service-settings', offering.settingsUuid),
    service_settings_uuid: offering.settingsUuid,
  };
}

export const newOfferingBody = z
  .object({
    name: text(150),
    description: looseText(2000).default(''),
    type: z.literal('Rancher'),
    customer: reference('customers'),
    service_settings: reference('service-settings'),
    plugin_options: pluginOptionsBody.prefault({}),
    plans: z.array(z.object({ name: text(150), description: looseText(2000).default('') })).default([]),
  })
  .transform(({ customer, service_settings, plugin_options, ...rest }) => ({
    ...rest,
    customerUuid: customer,
    settingsUuid: service_settings,
    pluginOptions: plugin_options,
  }));

export const offeringChangeBody = z
  .object({ name: text(150), description: looseText(2000), plugin_options: pluginOptionsChangeBody })
  .partial();

/** `PATCH marketplace-provider-offerings/{uuid}/`: what is left out stays, single options too. Throws Invalid. */
export function readOfferingChange(
  { pluginOptions }: Pick<Offering, 'pluginOptions'>,
  body: unknown,
): Partial<Pick<Offering, 'name' | 'description' | 'pluginOptions'>> {
  const { name, description, plugin_options } = parseBody(offeringChangeBody, body);
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(plugin_options !== undefined && { pluginOptions: changedPluginOptions(pluginOptions, plugin_options) }),
  };
}

export const offeringStateView = z.object({ detail: z.string(), state: z.string() });

export const offeringListing: Listing<Offering, z.infer<typeof offeringView>> = {
  filters: {
    within: ['customer'],
    contains: { name: ({ name }) => name },
    equals: { name_exact: ({ name }) => name, type: ({ type }) => type },
    choices: { state: { values: ['Draft', 'Active', 'Paused', 'Archived'], of: ({ state }) => state } },
  },
  schema: offeringView,
  view: viewOffering,
};

const move = (summary: string) => ({ summary, reply: offeringStateView, refuses: [403] }) as const;
export const offeringOperations: Operations = {
  'GET /': { summary: 'List offerings, as their provider sees them', listing: offeringListing },
  'GET /{uuid}/': { summary: 'Show an offering', reply: offeringView },
  'POST /': {
    summary: 'Create an offering',
    description: 'It begins as a draft.',
    body: newOfferingBody,
    status: 201,
    reply: offeringView,
    refuses: [403],
  },
  'PATCH /{uuid}/': {
    summary: 'Change an offering',
    body: offeringChangeBody,
    reply: offeringView,
    refuses: [403],
  },
  'POST /{uuid}/activate/': move('Let an offering be ordered'),
  'POST /{uuid}/pause/': move('Take an offering from the shop window for a while'),
  'POST /{uuid}/archive/': move('Take an offering from the shop window for good'),
  'POST /{uuid}/draft/': move('Make an offering a draft again'),
};

export const publicOfferingListing: Listing<Offering, PublicOfferingView> = {
  filters: {
    within: ['customer'],
    contains: { name: ({ name }) => name, customer_name: ({ customerName }) => customerName },
    equals: { name_exact: ({ name }) => name, type: ({ type }) => type },
  },
  orderings: { name: ({ name }) => name, created: ({ created }) => created },
  schema: publicOfferingView,
  view: viewPublicOffering,
};
type PlanOf = { offering: Offering; plan: Offering['plans'][number] };
export const planListing: Listing<PlanOf, PlanView> = {
  filters: {},
  schema: planView,
  view: (link, { offering, plan }) => viewPlan(link, offering, plan),
};

export const publicOfferingOperations: Operations = {
  'GET /': { summary: 'List what can be ordered', access: 'open', listing: publicOfferingListing },
  'GET /{uuid}/': { summary: 'Show an offering that can be ordered', access: 'open', reply: publicOfferingView },
  'GET /{uuid}/plans/': { summary: 'List the plans of an offering', access: 'open', listing: planListing },
  'GET /{uuid}/plans/{plan}/': { summary: 'Show a plan', access: 'open', reply: planView },
};
