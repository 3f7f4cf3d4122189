import { z } from 'zod';
import type { OfferedVersions } from '#shared/domain/marketplace/kubernetes-versions';
import { type Offering, offeringType, settingsUuidOf } from '#shared/domain/marketplace/offering';
import { planPrices } from '#shared/domain/marketplace/prices/plan-prices';
import { resourceOptions } from '#shared/domain/providers/resource-options';
import type { Link, Listing } from '../_core/listing.ts';
import type { ApiOperations, RestResource } from '../_core/operation.ts';
import { cloudInventoryOperations } from '../infrastructure/tenant-inventory.ts';
import { importOperations } from './cluster-import.ts';
import { categoryFields, viewCategoryOf } from './marketplace-categories.ts';
import { NEW_OFFERING_EXAMPLES } from './new-offering-example.ts';
import { newOfferingBody, offeringChangeBody } from './offering-body.ts';
import { offeringCheckView } from './offering-check.ts';
import { offeringComponent, viewComponents } from './offering-components.ts';
import { type ListedPlan, offeringFilters, offeringOrderings, planFilters } from './offering-filters.ts';
import { shownPluginOptions } from './plugin-options-body.ts';
import { newResourceOptionsBody } from './resource-options-body.ts';
import { siteAgentOfferingOperations } from './site-agent-orders/site-agent-offering.ts';

const planView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    name: z.string(),
    description: z.string(),
    /** The price of one hour of each component. */
    prices: planPrices,
  })
  .meta({ id: 'Plan' });
export type PlanView = z.infer<typeof planView>;

const offeredVersionView = z
  .object({
    version: z.string().meta({ description: 'The release in Rancher’s spelling.', examples: ['v1.31.7+rke2r1'] }),
    is_default: z.boolean(),
  })
  .meta({ id: 'OfferedKubernetesVersion' });
export const offeredVersionsView = z.array(offeredVersionView);
export const viewOfferedVersions = ({ versions, default: own }: OfferedVersions): z.infer<typeof offeredVersionsView> =>
  versions.map((version) => ({ version, is_default: version === own }));

/** An offering as customers see it. The provider is left out. */
export const publicOfferingView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    name: z.string(),
    slug: z.string(),
    description: z.string(),
    type: offeringType,
    state: z.string(),
    /** If false, only users with a role in the offering's customer see the offering. */
    shared: z.boolean(),
    customer: z.string(),
    customer_uuid: z.string(),
    customer_name: z.string(),
    ...categoryFields,
    components: z.array(offeringComponent),
    plugin_options: z.record(z.string(), z.unknown()),
    /** The options that resources of the offering may have. `update_options` changes their values. */
    resource_options: resourceOptions,
    plans: z.array(planView),
    created: z.string(),
  })
  .meta({ id: 'PublicOffering' });
export type PublicOfferingView = z.infer<typeof publicOfferingView>;
export const offeringView = publicOfferingView
  .extend({
    /** Null for an offering of a site agent. */
    service_settings: z.string().nullable(),
    service_settings_uuid: z.string().nullable(),
  })
  .meta({ id: 'Offering' });
export { planView };

/** The URL of a plan is always below the public offering, because the field `plan` of an order refers to this URL. */
export function viewPlan(link: Link, { uuid }: Offering, plan: Offering['plans'][number]): PlanView {
  return { ...plan, url: link('marketplace-public-offerings', uuid, `plans/${plan.uuid}/`) };
}

export function viewPublicOffering(link: Link, offering: Offering): PublicOfferingView {
  const { uuid, name, slug, description, type, state, shared, customerUuid, customerName, created } = offering;
  return {
    url: link('marketplace-public-offerings', uuid),
    uuid,
    name,
    slug,
    description,
    type,
    state,
    shared,
    customer: link('customers', customerUuid),
    customer_uuid: customerUuid,
    customer_name: customerName,
    ...viewCategoryOf(link),
    components: viewComponents(offering),
    plugin_options: offering.pluginOptions,
    resource_options: offering.resourceOptions,
    plans: offering.plans.map((plan) => viewPlan(link, offering, plan)),
    created,
  };
}

export function viewOffering(link: Link, offering: Offering): z.infer<typeof offeringView> {
  const settingsUuid = settingsUuidOf(offering);
  return {
    ...viewPublicOffering(link, offering),
    url: link('marketplace-provider-offerings', offering.uuid),
    plugin_options: shownPluginOptions(offering),
    service_settings: settingsUuid === undefined ? null : link('service-settings', settingsUuid),
    service_settings_uuid: settingsUuid ?? null,
  };
}

export const offeringStateView = z.object({ detail: z.string(), state: z.string() });

export const offeringListing: Listing<Offering, z.infer<typeof offeringView>> = {
  filters: {
    ...offeringFilters,
    uuids: { ...offeringFilters.uuids, scope_uuid: settingsUuidOf },
  },
  orderings: offeringOrderings,
  schema: offeringView,
  view: viewOffering,
};

const ENVIRONMENT = { type: 'select_string', label: 'Environment', choices: ['production', 'test'] };
const move = (summary: string) => ({ summary, rule: 'offering.update', reply: offeringStateView }) as const;
const offeringOperations: ApiOperations = {
  'GET /': { summary: 'List the offerings that you sell', rule: 'visible.list', listing: offeringListing },
  'GET /{uuid}/': { summary: 'Show an offering', rule: 'offering.see', reply: offeringView },
  'POST /': {
    summary: 'Create an offering',
    rule: 'offering.create',
    description:
      'The offering starts as a draft. With `shared: false`, only staff, support, and users with a role in its customer or its projects see the offering. Other customers cannot order it. `Rancher` sells clusters. `OpenStack.Tenant` is a cloud of managed clusters. `Rancher.Project` sells projects in a shared cluster, with components. `Marketplace.Slurm` is an offering of a site agent, with components in place of `service_settings`. With the type `OpenStack.Tenant`, the names of projects in the cloud contain the `slug`. Without `slug`, a slug is derived from the offering’s name.',
    body: newOfferingBody,
    bodyExamples: NEW_OFFERING_EXAMPLES,
    status: 201,
    reply: offeringView,
  },
  'PATCH /{uuid}/': {
    summary: 'Change an offering',
    rule: 'offering.update',
    body: offeringChangeBody,
    bodyExample: {
      description: 'Clusters that you run yourself.',
      plugin_options: { flavors_regex: 'm1\\.(medium|large|xlarge)', autohealing: true },
    },
    reply: offeringView,
  },
  'POST /{uuid}/update_resource_options/': {
    summary: 'Define which options the resources of an offering have',
    rule: 'offering.update',
    description:
      'Replaces all definitions. Existing values of resources stay. For managed clusters each option becomes a label of the cluster’s Secret in Argo CD, so names and values must be valid Kubernetes labels.',
    body: newResourceOptionsBody,
    bodyExample: { resource_options: { options: { env: ENVIRONMENT }, order: ['env'] } },
  },
  'GET /{uuid}/check/': {
    summary: 'Check whether an offering can create managed clusters',
    rule: 'offering.check',
    description:
      'For an offering of type `OpenStack.Tenant`; other types are refused (400). Checks the rights of the account in the cloud. Checks that the cloud has the external network, zone, image, flavors and volume types of this offering and of the cluster offerings that use it. If the cloud is down, the answer says so. `to_provide` lists what the operator must provide and Paddock cannot check.',
    reply: offeringCheckView,
    refuses: [400],
    replyExample: {
      state: 'ERRED',
      checks: [
        { option: 'external_network_id', ok: true, message: 'The external network "public" is there.' },
        {
          option: 'base_image_name',
          ok: false,
          message: 'There is no image ubuntu-24.04 that all projects can use. Upload it, and make it public.',
        },
      ],
      to_provide: [],
    },
  },
  'POST /{uuid}/activate/': {
    ...move('Activate an offering'),
    description:
      'For managed clusters the offering must be complete: flavors of servers and load balancers, active offerings of clouds, a provider with `customer_uuid`. With the driver `rancher-pools`, no flavor of servers is needed.',
    refuses: [400],
  },
  'POST /{uuid}/pause/': move('Pause an offering, so that it cannot be ordered for now'),
  'POST /{uuid}/archive/': move('Archive an offering, so that it can no longer be ordered'),
  'POST /{uuid}/draft/': move('Set an offering back to draft'),
  ...siteAgentOfferingOperations,
  ...importOperations,
};

export const publicOfferingListing: Listing<Offering, PublicOfferingView> = {
  filters: offeringFilters,
  orderings: offeringOrderings,
  schema: publicOfferingView,
  view: viewPublicOffering,
};
export const planListing: Listing<ListedPlan, PlanView> = {
  filters: planFilters,
  orderings: { name: ({ plan }) => plan.name },
  schema: planView,
  view: (link, { offering, plan }) => viewPlan(link, offering, plan),
};

const publicOfferingOperations: ApiOperations = {
  'GET /': {
    summary: 'List active offerings',
    rule: 'public.see',
    description:
      'A private offering (`shared: false`) is listed only for users with a role in its customer or its projects, and for staff and support.',
    listing: publicOfferingListing,
  },
  'GET /{uuid}/': { summary: 'Show an active offering', rule: 'public.see', reply: publicOfferingView },
  'GET /{uuid}/plans/': { summary: 'List the plans of an offering', rule: 'public.see', listing: planListing },
  'GET /{uuid}/kubernetes_versions/': {
    summary: 'List the Kubernetes releases that can be ordered',
    description:
      'For offerings of clusters in Rancher. An order names one of these releases in `kubernetes_version`. An order without `kubernetes_version` gets the release that is marked as default.',
    rule: 'public.see',
    reply: offeredVersionsView,
  },
  'GET /{uuid}/plans/{plan}/': { summary: 'Show a plan of an offering', rule: 'public.see', reply: planView },
  ...cloudInventoryOperations,
};

export const marketplaceProviderOfferingsResource: RestResource = {
  group: 'Operators',
  is: 'Offerings, for sellers: create, change and activate offerings, and import clusters.',
  operations: offeringOperations,
};

export const marketplacePublicOfferingsResource: RestResource = {
  group: 'Customers',
  is: 'Active offerings and their plans. Offerings of clouds also show flavors, images, volume types, external networks and availability zones.',
  operations: publicOfferingOperations,
};

export const marketplaceOfferingsResource: RestResource = {
  group: 'Customers',
  is: 'The older name of `marketplace-public-offerings`. The calls are the same.',
  operations: publicOfferingOperations,
};
