import { z } from 'zod';
import { defineRecord } from '../_core/define-record.ts';
import { derivedUuid, NIL_UUID, type Uuid, uuid } from '../_core/identifier.ts';
import { record } from '../_core/record.ts';
import { withSlug } from '../_core/text/slug.ts';
import { type Caller, canSeeCustomer } from '../organizations/caller.ts';
import { pluginOptions } from '../providers/plugin-options.ts';
import { resourceOptions } from '../providers/resource-options.ts';
import { tenantPluginOptions } from '../providers/tenant-plugin-options.ts';
import { planPrices } from './prices/plan-prices.ts';
import { projectComponent, projectPluginOptions, RANCHER_PROJECT_TYPE } from './rancher-project-offering.ts';
import { agentComponent, agentPluginOptions, SITE_AGENT_TYPE } from './site-agent-offering.ts';

const base = record.extend({
  name: z.string(),
  /** A short name that no other offering has. The name never changes, because names of created objects contain it. */
  slug: z.string(),
  description: z.string(),
  state: z.enum(['Draft', 'Active', 'Paused', 'Archived']),
  customerUuid: uuid,
  customerName: z.string(),
  /**
   * Whether the offering is public. Only users of its own customer see a private offering. The offerings of earlier
   * releases are public.
   */
  shared: z.boolean().default(true),
  /**
   * The options that a resource has. Orders set these options, and users can change them later. Offerings of earlier
   * releases have no options for resources.
   */
  resourceOptions: resourceOptions.default({ options: {}, order: [] }),
  /** Plans that an earlier release has stored have no prices. */
  plans: z.array(z.object({ uuid, name: z.string(), description: z.string(), prices: planPrices.default({}) })),
});
export const offeringType = z.enum(['Rancher', 'OpenStack.Tenant', SITE_AGENT_TYPE, RANCHER_PROJECT_TYPE]);
/**
 * The names that requests may use for each type. Waldur calls offerings of clusters `Marketplace.Rancher`. Answers
 * always have the first name.
 */
export const OFFERING_TYPES = {
  Rancher: ['Rancher', 'Marketplace.Rancher'],
  'OpenStack.Tenant': ['OpenStack.Tenant'],
  [SITE_AGENT_TYPE]: [SITE_AGENT_TYPE],
  [RANCHER_PROJECT_TYPE]: [RANCHER_PROJECT_TYPE],
} as const satisfies Record<z.infer<typeof offeringType>, readonly string[]>;
/**
 * An offering. It sells a provider's clusters, projects in a cluster that customers share, or resources of a site
 * agent. Or it offers a cloud for managed clusters. Customers cannot order such a cloud separately.
 */
export const offering = withSlug(
  z.discriminatedUnion('type', [
    base.extend({ type: z.literal('Rancher'), settingsUuid: uuid, pluginOptions }),
    base.extend({ type: z.literal('OpenStack.Tenant'), settingsUuid: uuid, pluginOptions: tenantPluginOptions }),
    base.extend({
      type: z.literal(SITE_AGENT_TYPE),
      components: z.array(agentComponent),
      pluginOptions: agentPluginOptions,
    }),
    base.extend({
      type: z.literal(RANCHER_PROJECT_TYPE),
      settingsUuid: uuid,
      components: z.array(projectComponent),
      pluginOptions: projectPluginOptions,
    }),
  ]),
);
export type Offering = z.infer<typeof offering>;
export type RancherOffering = Extract<Offering, { type: 'Rancher' }>;
export type TenantOffering = Extract<Offering, { type: 'OpenStack.Tenant' }>;
export type SiteAgentOffering = Extract<Offering, { type: typeof SITE_AGENT_TYPE }>;
export type ProjectOffering = Extract<Offering, { type: typeof RANCHER_PROJECT_TYPE }>;
/** Offerings whose orders have limits by component. */
export type LimitedOffering = SiteAgentOffering | ProjectOffering;
export type OrderedOffering = RancherOffering | LimitedOffering;

export const isRancherOffering = (item: Offering): item is RancherOffering => item.type === 'Rancher';
export const isTenantOffering = (item: Offering): item is TenantOffering => item.type === 'OpenStack.Tenant';
export const isSiteAgentOffering = (item: Offering): item is SiteAgentOffering => item.type === SITE_AGENT_TYPE;
export const isProjectOffering = (item: Offering): item is ProjectOffering => item.type === RANCHER_PROJECT_TYPE;
export const isLimitedOffering = (item: Offering): item is LimitedOffering =>
  isSiteAgentOffering(item) || isProjectOffering(item);
/** The uuid of the offering's provider or cloud. An offering of a site agent has neither. */
export const settingsUuidOf = (item: Offering): Uuid | undefined =>
  isSiteAgentOffering(item) ? undefined : item.settingsUuid;
export const isManaged = (item: Offering): item is RancherOffering =>
  isRancherOffering(item) && item.pluginOptions.deployment_mode === 'managed';
/** Whether users get accounts and roles in the Rancher of the offering's clusters, to match their roles in Paddock. */
export const isFollowed = (item: Offering): item is RancherOffering =>
  isRancherOffering(item) && item.pluginOptions.automanage_rancher_users === true;

/**
 * Whether the caller sees the offering. A private offering is visible only to staff, to support, and to users of the
 * offering's customer.
 */
export const isOfferedTo = (caller: Caller | undefined, { shared, customerUuid }: Offering): boolean =>
  shared || (caller !== undefined && canSeeCustomer(caller, customerUuid));

export const offeringRecord = defineRecord({
  name: 'OFFERING',
  title: 'Offering',
  schema: offering,
  listedBy: ['customer'],
  audit: {
    model: 'Marketplace.Offering',
    title: 'Offering',
    created: 'marketplace_offering_created',
    updated: 'marketplace_offering_updated',
    deleted: 'marketplace_offering_deleted',
    fields: {
      name: 'shown',
      slug: 'detail',
      description: 'shown',
      state: 'shown',
      type: 'shown',
      customerUuid: 'hidden',
      customerName: 'hidden',
      settingsUuid: 'detail',
      components: 'shown',
      pluginOptions: 'shown',
      resourceOptions: 'shown',
      plans: 'shown',
      shared: 'shown',
    },
  },
});

export type Category = { uuid: Uuid; title: string; description: string };

/** The only category of offerings in Paddock. All installations use the same uuid for this category. */
export const CATEGORY: Category = {
  uuid: derivedUuid(NIL_UUID, 'category/kubernetes'),
  title: 'Kubernetes',
  description: 'Kubernetes clusters, and the clouds that managed ones are made in.',
};
