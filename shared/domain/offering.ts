import { z } from 'zod';
import { type Caller, canSeeCustomer } from './caller.ts';
import { uuid } from './identifier.ts';
import { pluginOptions } from './plugin-options.ts';
import { record } from './record.ts';
import { resourceOptions } from './resource-options.ts';
import { withSlug } from './slug.ts';
import { tenantPluginOptions } from './tenant-plugin-options.ts';
import { planPrices } from './usage/plan-prices.ts';

const base = record.extend({
  name: z.string(),
  /** Part of the names of what is made under the offering, so it stays as it is; no two offerings have the same. */
  slug: z.string(),
  description: z.string(),
  state: z.enum(['Draft', 'Active', 'Paused', 'Archived']),
  customerUuid: uuid,
  customerName: z.string(),
  settingsUuid: uuid,
  /** false: private, for the people of its own customer. Offerings of before there were any are for everybody. */
  shared: z.boolean().default(true),
  /** What resources may be given, and changed in, beside what was ordered; offerings of before there were any have none. */
  resourceOptions: resourceOptions.default({ options: {}, order: [] }),
  /** Plans that were stored before there were prices have none. */
  plans: z.array(z.object({ uuid, name: z.string(), description: z.string(), prices: planPrices.default({}) })),
});
export const offeringType = z.enum(['Rancher', 'OpenStack.Tenant']);
/** Of each type, its names: Waldur calls what sells clusters `Marketplace.Rancher`, we answer with the shorter one. */
export const OFFERING_TYPES = {
  Rancher: ['Rancher', 'Marketplace.Rancher'],
  'OpenStack.Tenant': ['OpenStack.Tenant'],
} as const satisfies Record<z.infer<typeof offeringType>, readonly string[]>;
/** Clusters of a provider, which are ordered; or a cloud, in which managed clusters are made and which is not ordered by itself. */
export const offering = withSlug(
  z.discriminatedUnion('type', [
    base.extend({ type: z.literal('Rancher'), pluginOptions }),
    base.extend({ type: z.literal('OpenStack.Tenant'), pluginOptions: tenantPluginOptions }),
  ]),
);
export type Offering = z.infer<typeof offering>;
export type RancherOffering = Extract<Offering, { type: 'Rancher' }>;
export type TenantOffering = Extract<Offering, { type: 'OpenStack.Tenant' }>;

export const isRancherOffering = (item: Offering): item is RancherOffering => item.type === 'Rancher';
export const isTenantOffering = (item: Offering): item is TenantOffering => item.type === 'OpenStack.Tenant';
export const isManaged = (item: Offering): item is RancherOffering =>
  isRancherOffering(item) && item.pluginOptions.deployment_mode === 'managed';
/** Roles here are followed into the Rancher of its clusters. */
export const isFollowed = (item: Offering): item is RancherOffering =>
  isRancherOffering(item) && item.pluginOptions.automanage_rancher_users === true;

/** For whom there is such an offering at all: a private one is its customer's people's, and staff's and support's. */
export const isOfferedTo = (caller: Caller | undefined, { shared, customerUuid }: Offering): boolean =>
  shared || (caller !== undefined && canSeeCustomer(caller, customerUuid));
