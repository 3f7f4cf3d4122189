import { z } from 'zod';
import { OFFERING_TYPES, type Offering } from '../../domain/offering.ts';
import { changedPluginOptions } from '../../domain/plugin-options.ts';
import { changedTenantPluginOptions } from '../../domain/tenant-plugin-options.ts';
import { planPrices } from '../../domain/usage/plan-prices.ts';
import { Invalid } from '../../errors.ts';
import { optional, paragraphs, reference, text } from './fields.ts';
import { parseBody } from './parse-body.ts';
import {
  pluginOptionsBody,
  pluginOptionsChangeBody,
  tenantPluginOptionsBody,
  tenantPluginOptionsChangeBody,
} from './plugin-options-body.ts';
import { resourceOptionsBody } from './resource-options-body.ts';

/** Keystone takes 64 characters for a project's name, of which a slug of ours and the offering's are parts. */
const MAX_SLUG = 32;
const slug = () =>
  text(MAX_SLUG).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Enter lower-case letters and digits, with single dashes between.');

const head = z.object({
  name: text(150),
  slug: optional(slug()),
  description: paragraphs(2000).default(''),
  type: z.enum(Object.values(OFFERING_TYPES).flat()),
  customer: reference('customers'),
  service_settings: reference('service-settings'),
  resource_options: resourceOptionsBody.prefault({ options: {} }),
  plans: z
    .array(z.object({ name: text(150), description: paragraphs(2000).default(''), prices: planPrices.default({}) }))
    .default([]),
});
const rancherBody = head.extend({
  type: z.enum(OFFERING_TYPES.Rancher),
  plugin_options: pluginOptionsBody.prefault({}),
});
const tenantBody = head.extend({
  type: z.literal('OpenStack.Tenant'),
  plugin_options: tenantPluginOptionsBody.prefault({}),
});
export const newOfferingBody = z.discriminatedUnion('type', [rancherBody, tenantBody]);

const named = ({ customer, service_settings, slug, ...rest }: z.infer<typeof head>) => ({
  name: rest.name,
  description: rest.description,
  plans: rest.plans,
  resourceOptions: rest.resource_options,
  customerUuid: customer,
  settingsUuid: service_settings,
  ...(slug != null && { slug }),
});

/** `POST marketplace-provider-offerings/`; options are those of the type. Throws Invalid. */
export function readNewOffering(body: unknown) {
  const { type } = parseBody(head, body);
  if (type === 'OpenStack.Tenant') {
    const parsed = parseBody(tenantBody, body);
    return { ...named(parsed), type, pluginOptions: parsed.plugin_options };
  }
  const parsed = parseBody(rancherBody, body);
  return { ...named(parsed), type: 'Rancher' as const, pluginOptions: parsed.plugin_options };
}

const changeOf = <T extends z.ZodType>(plugin_options: T) =>
  z.object({ name: text(150), description: paragraphs(2000), slug: optional(text(150)), plugin_options }).partial();
const rancherChange = changeOf(pluginOptionsChangeBody);
const tenantChange = changeOf(tenantPluginOptionsChangeBody);
export const offeringChangeBody = z.union([rancherChange, tenantChange]);

type OfferingChange = Partial<Pick<Offering, 'name' | 'description' | 'pluginOptions'>>;

function readOptionsChange(offering: Offering, body: unknown): Pick<OfferingChange, 'pluginOptions'> {
  if (offering.type === 'Rancher') {
    const { plugin_options: given } = parseBody(rancherChange, body);
    return given === undefined ? {} : { pluginOptions: changedPluginOptions(offering.pluginOptions, given) };
  }
  const { plugin_options: given } = parseBody(tenantChange, body);
  return given === undefined ? {} : { pluginOptions: changedTenantPluginOptions(offering.pluginOptions, given) };
}

/** `PATCH marketplace-provider-offerings/{uuid}/`: what is left out stays, single options too. Throws Invalid. */
export function readOfferingChange(offering: Offering, body: unknown): OfferingChange {
  const options = readOptionsChange(offering, body);
  const { name, description, slug } = parseBody(changeOf(z.unknown()), body);
  if (slug != null && slug !== offering.slug) {
    throw new Invalid({ slug: ['The slug stays as it is: names of what was made under the offering hold it.'] });
  }
  return { ...(name !== undefined && { name }), ...(description !== undefined && { description }), ...options };
}
