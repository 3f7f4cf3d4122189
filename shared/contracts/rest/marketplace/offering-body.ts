import { z } from 'zod';
import { OFFERING_TYPES, type Offering } from '#shared/domain/marketplace/offering';
import { planPrices } from '#shared/domain/marketplace/prices/plan-prices';
import { changedProjectPluginOptions, RANCHER_PROJECT_TYPE } from '#shared/domain/marketplace/rancher-project-offering';
import { changedAgentPluginOptions, SITE_AGENT_TYPE } from '#shared/domain/marketplace/site-agent-offering';
import { changedPluginOptions } from '#shared/domain/providers/plugin-options';
import { changedTenantPluginOptions } from '#shared/domain/providers/tenant-plugin-options';
import { Invalid } from '#shared/errors';
import { PRICES } from '../_core/field-text.ts';
import { flag, optional, paragraphs, reference, text } from '../_core/fields.ts';
import { parseBody } from '../_core/parse-body.ts';
import { agentComponentsBody, projectComponentsBody } from './offering-component-body.ts';
import {
  agentPluginOptionsBody,
  agentPluginOptionsChangeBody,
  pluginOptionsBody,
  pluginOptionsChangeBody,
  projectPluginOptionsBody,
  projectPluginOptionsChangeBody,
  tenantPluginOptionsBody,
  tenantPluginOptionsChangeBody,
} from './plugin-options-body.ts';
import { resourceOptionsBody } from './resource-options-body.ts';

/**
 * Maximum length of a slug. The name of a Keystone project has at most 64 characters, and contains the slugs of the
 * cluster and of the offering.
 */
const MAX_SLUG = 32;
const slug = () =>
  text(MAX_SLUG).regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    'Enter lower-case letters and digits, with single dashes between them.',
  );

const MAX_PLANS = 50;

const SLUG =
  'Short name, unique among the offerings of the customer. With the type `OpenStack.Tenant`, the names of projects in the cloud contain the slug. It cannot be changed. Default: derived from the name.';
const TYPE =
  '`Rancher` for clusters, `OpenStack.Tenant` for a cloud of managed clusters, `Rancher.Project` for projects in a shared cluster, `Marketplace.Slurm` for offerings of a site agent.';
const SHARED =
  '`false`: private. Only staff, support, and users with a role in the offering’s customer or its projects see the offering.';
const shared = () => flag().meta({ description: SHARED, examples: [true] });
const PLUGIN_OPTIONS = 'Options of the offering’s type: what is sold and how. An unknown option is refused.';

const head = z.object({
  name: text(150),
  slug: optional(slug()).meta({ description: SLUG, examples: ['kubernetes'] }),
  description: paragraphs(2000).default(''),
  shared: shared().default(true),
  type: z.enum(Object.values(OFFERING_TYPES).flat()),
  customer: reference('customers'),
  service_settings: reference('service-settings'),
  resource_options: resourceOptionsBody
    .prefault({ options: {} })
    .meta({ description: 'Options that each resource of the offering may have.' }),
  plans: z
    .array(
      z.object({
        name: text(150),
        description: paragraphs(2000).default(''),
        prices: planPrices.default({}).meta({ description: PRICES }),
      }),
    )
    .max(MAX_PLANS)
    .default([])
    .meta({ description: 'Plans that customers can choose. Default: none.' }),
});
const rancherBody = head.extend({
  type: z.enum(OFFERING_TYPES.Rancher).meta({ description: TYPE }),
  plugin_options: pluginOptionsBody.prefault({}).meta({ description: PLUGIN_OPTIONS }),
});
const tenantBody = head.extend({
  type: z.literal('OpenStack.Tenant').meta({ description: TYPE }),
  plugin_options: tenantPluginOptionsBody.prefault({}).meta({ description: PLUGIN_OPTIONS }),
});

const siteAgentBody = head.omit({ service_settings: true }).extend({
  type: z.literal(SITE_AGENT_TYPE).meta({ description: TYPE }),
  components: agentComponentsBody,
  plugin_options: agentPluginOptionsBody.prefault({}).meta({ description: PLUGIN_OPTIONS }),
});
const projectBody = head.extend({
  type: z.literal(RANCHER_PROJECT_TYPE).meta({ description: TYPE }),
  components: projectComponentsBody,
  plugin_options: projectPluginOptionsBody.meta({ description: PLUGIN_OPTIONS }),
});
export const newOfferingBody = z.discriminatedUnion('type', [rancherBody, tenantBody, siteAgentBody, projectBody]);

const named = ({ customer, slug, ...rest }: Omit<z.infer<typeof head>, 'service_settings'>) => ({
  name: rest.name,
  description: rest.description,
  shared: rest.shared,
  plans: rest.plans,
  resourceOptions: rest.resource_options,
  customerUuid: customer,
  ...(slug != null && { slug }),
});

/**
 * Parses the body of `POST marketplace-provider-offerings/`. The type of the offering decides which options are valid.
 * Throws Invalid.
 */
export function parseNewOffering(body: unknown) {
  const { type } = parseBody(head.pick({ type: true }), body);
  if (type === SITE_AGENT_TYPE) {
    const parsed = parseBody(siteAgentBody, body);
    return { ...named(parsed), type, components: parsed.components, pluginOptions: parsed.plugin_options };
  }
  if (type === RANCHER_PROJECT_TYPE) {
    const { components, plugin_options: pluginOptions, ...parsed } = parseBody(projectBody, body);
    return { ...named(parsed), type, settingsUuid: parsed.service_settings, components, pluginOptions };
  }
  if (type === 'OpenStack.Tenant') {
    const parsed = parseBody(tenantBody, body);
    return { ...named(parsed), type, settingsUuid: parsed.service_settings, pluginOptions: parsed.plugin_options };
  }
  const parsed = parseBody(rancherBody, body);
  return {
    ...named(parsed),
    type: 'Rancher' as const,
    settingsUuid: parsed.service_settings,
    pluginOptions: parsed.plugin_options,
  };
}

const changeOf = <T extends z.ZodType>(plugin_options: T) =>
  z
    .object({
      name: text(150),
      description: paragraphs(2000),
      shared: shared(),
      slug: optional(text(150)).meta({ description: SLUG, examples: ['kubernetes'] }),
      plugin_options: plugin_options.meta({
        description: 'Options to change. Options that are left out keep their values. `null` removes an option.',
      }),
    })
    .partial();
const rancherChange = changeOf(pluginOptionsChangeBody);
const tenantChange = changeOf(tenantPluginOptionsChangeBody);
const siteAgentChange = changeOf(agentPluginOptionsChangeBody);
const projectChange = changeOf(projectPluginOptionsChangeBody);
export const offeringChangeBody = z.union([rancherChange, tenantChange, siteAgentChange, projectChange]);

type OfferingChange = Partial<Pick<Offering, 'name' | 'description' | 'shared' | 'pluginOptions'>>;

function parseOptionsChange(offering: Offering, body: unknown): Pick<OfferingChange, 'pluginOptions'> {
  if (offering.type === 'Rancher') {
    const { plugin_options: given } = parseBody(rancherChange, body);
    return given === undefined ? {} : { pluginOptions: changedPluginOptions(offering.pluginOptions, given) };
  }
  if (offering.type === SITE_AGENT_TYPE) {
    const { plugin_options: given } = parseBody(siteAgentChange, body);
    return given === undefined ? {} : { pluginOptions: changedAgentPluginOptions(offering.pluginOptions, given) };
  }
  if (offering.type === RANCHER_PROJECT_TYPE) {
    const { plugin_options: given } = parseBody(projectChange, body);
    return given === undefined ? {} : { pluginOptions: changedProjectPluginOptions(offering.pluginOptions, given) };
  }
  const { plugin_options: given } = parseBody(tenantChange, body);
  return given === undefined ? {} : { pluginOptions: changedTenantPluginOptions(offering.pluginOptions, given) };
}

/**
 * Parses the body of `PATCH marketplace-provider-offerings/{uuid}/`. Fields and options that are left out do not
 * change. Throws Invalid.
 */
export function parseOfferingChange(offering: Offering, body: unknown): OfferingChange {
  const options = parseOptionsChange(offering, body);
  const { name, description, shared, slug } = parseBody(changeOf(z.unknown()), body);
  if (slug != null && slug !== offering.slug) {
    throw new Invalid({
      slug: ['The slug cannot be changed: names of objects in the backends contain it.'],
    });
  }
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(shared !== undefined && { shared }),
    ...options,
  };
}
