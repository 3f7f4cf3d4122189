import type { Uuid } from '#shared/domain/_core/identifier';
import { newRecord } from '#shared/domain/_core/record';
import { slugStem } from '#shared/domain/_core/text/slug';
import type {
  Offering,
  ProjectOffering,
  RancherOffering,
  SiteAgentOffering,
  TenantOffering,
} from '#shared/domain/marketplace/offering';
import { RANCHER_PROJECT_TYPE } from '#shared/domain/marketplace/rancher-project-offering';
import { SITE_AGENT_TYPE } from '#shared/domain/marketplace/site-agent-offering';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { offeringSlugClaim } from '#shared/domain/planning/naming';
import type { ServiceSettings } from '#shared/domain/providers/service-settings';
import { driverOfOffering } from '#shared/drivers/registry';
import { Invalid, noObject } from '#shared/errors';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { assertRoom } from '../_core/assert-room.ts';
import { newSlug } from '../_core/new-slug.ts';
import { referredCustomer } from '../_core/resolve-references.ts';
import { assertHasKeycloak } from './assert-has-keycloak.ts';
import { assertMayBind } from './assert-may-bind.ts';
import { checkRemoteOptions } from './check-remote-options.ts';
import { assertMayOfferCluster, type OfferedClusterDeps } from './offered-cluster.ts';

type Deps = OfferedClusterDeps & {
  store: Pick<Store, 'customers' | 'projects' | 'offerings' | 'counters' | 'commit'>;
  clock: Clock;
  ids: Ids;
};
export type NewOffering = {
  name: string;
  /** By default the slug is made from the name. */
  slug?: string;
  description: string;
  shared: boolean;
  customerUuid: Uuid;
  plans: Omit<Offering['plans'][number], 'uuid'>[];
  resourceOptions: Offering['resourceOptions'];
} & (
  | Pick<RancherOffering, 'type' | 'pluginOptions' | 'settingsUuid'>
  | Pick<TenantOffering, 'type' | 'pluginOptions' | 'settingsUuid'>
  | Pick<SiteAgentOffering, 'type' | 'pluginOptions' | 'components'>
  | Pick<ProjectOffering, 'type' | 'pluginOptions' | 'components' | 'settingsUuid'>
);

const SETTINGS_OF: Readonly<
  Record<Exclude<Offering['type'], SiteAgentOffering['type'] | 'Rancher'>, ServiceSettings['type']>
> = {
  'OpenStack.Tenant': 'OpenStack',
  'Rancher.Project': 'Rancher',
};

/** The type of service settings that an offering needs. For an offering of clusters, its driver decides this type. */
const settingsTypeOf = (input: Exclude<NewOffering, { type: SiteAgentOffering['type'] }>): ServiceSettings['type'] =>
  input.type === 'Rancher' ? driverOfOffering(input).provider : SETTINGS_OF[input.type];

/**
 * Checks that the caller may sell clusters of this provider or cloud. Owners may sell clusters of the providers and
 * clouds of their own customer. Staff may sell clusters of all providers and clouds, including those without a
 * customer. If an offering of projects gives access through Keycloak, its provider must have a Keycloak. The cluster of
 * an offering of projects must be one that the seller may offer.
 */
async function checkSettings(deps: Deps, caller: Caller, input: NewOffering): Promise<void> {
  const { store } = deps;
  if (input.type === SITE_AGENT_TYPE) return;
  const { settingsUuid, customerUuid } = input;
  const settings = await store.settings.find(settingsUuid);
  if (settings === undefined || (!caller.user.isStaff && settings.customerUuid !== customerUuid)) {
    throw noObject('service_settings');
  }
  const expected = settingsTypeOf(input);
  if (settings.type !== expected)
    throw new Invalid({ service_settings: [`Expected service settings of the type ${expected}.`] });
  if (input.type === RANCHER_PROJECT_TYPE && settings.type === 'Rancher') {
    assertHasKeycloak(input, settings);
    await assertMayOfferCluster(deps, caller, input, settings);
  }
}

/** The slug of an offering: `az1` for a customer's first offering with that name, `az1-1` for the second. */
async function slugFor({ store }: Deps, { slug, name, customerUuid }: NewOffering): Promise<string> {
  if (slug !== undefined) return slug;
  const stem = slugStem(name);
  return (await store.claims.holderOf(offeringSlugClaim(customerUuid, stem))) === undefined
    ? stem
    : newSlug(store, name);
}

/** Creates an offering as a draft. Nobody can order it until it is activated. */
export async function createOffering(deps: Deps, caller: Caller, input: NewOffering): Promise<Offering> {
  const { store, clock, ids } = deps;
  const customer = await referredCustomer(store, caller, input.customerUuid);
  assertPermitted(caller, 'offering.create', { customerUuid: customer.uuid });
  const isLimited = ({ state }: Offering) => state !== 'Archived';
  await assertRoom('offerings', store.offerings, { customerUuid: customer.uuid }, isLimited);
  await checkSettings(deps, caller, input);
  const offering: Offering = {
    ...newRecord(ids.uuid(), clock.now()),
    ...input,
    slug: await slugFor(deps, input),
    state: 'Draft',
    customerName: customer.name,
    plans: input.plans.map((plan) => ({ uuid: ids.uuid(), ...plan })),
  };
  await assertMayBind(deps, caller, offering);
  await checkRemoteOptions(store, caller, offering);
  const taken = () => new Invalid({ slug: ['Offering with this slug already exists.'] });
  const claim = store.claims.insert(offeringSlugClaim(customer.uuid, offering.slug), offering.uuid, taken);
  await store.commit(store.offerings.insert(offering), claim);
  return offering;
}
