import type { Uuid } from '../domain/identifier.ts';
import { choiceProblems } from '../domain/managed/choice-problems.ts';
import { cloudProblems } from '../domain/managed/cloud-problems.ts';
import type { ManagedAttributes } from '../domain/managed/managed-attributes.ts';
import type { OfferedCloud } from '../domain/managed/offered-cloud.ts';
import type { RancherOffering } from '../domain/offering.ts';
import type { RancherSettings } from '../domain/service-settings.ts';
import type { SiteSettings } from '../domain/site-settings.ts';
import { type FieldErrors, Invalid } from '../errors.ts';
import type { OpenStackSessions } from '../ports/openstack-sessions.ts';
import type { Store } from '../ports/store.ts';
import { rancherSettingsOf } from './rancher-settings-of.ts';
import { readOfferedClouds } from './read-offered-clouds.ts';

type Deps = { store: Store; openstack: Pick<OpenStackSessions, 'admin'>; site: SiteSettings };
/** What a managed order was held against. Without clouds when its own choice is wrong: then none was asked. */
export type CheckedManaged = { problems: FieldErrors[]; settings: RancherSettings; clouds?: OfferedCloud[] };

/** One that was taken off the market after the managed offering named it. */
async function unavailable({ store }: Deps, uuids: readonly Uuid[]): Promise<FieldErrors[]> {
  const offerings = await Promise.all(uuids.map((uuid) => store.offerings.find(uuid)));
  const paused = uuids.filter((_, index) => offerings[index]?.state !== 'Active');
  if (paused.length === 0) return [];
  return [{ openstack_offering_uuid_list: [`These OpenStack offerings are not available: ${paused.join(', ')}`] }];
}

/**
 * Every check of a managed order in the order of waldur-rancher.md §3.3, one entry for each that fails; reads only. Throws Backend*
 * errors when a cloud cannot be asked, naming it.
 */
export async function managedProblems(
  deps: Deps,
  { offering, attributes }: { offering: RancherOffering; attributes: ManagedAttributes },
): Promise<CheckedManaged> {
  const settings = await rancherSettingsOf(deps, offering.settingsUuid);
  const { openstackOfferingUuids: uuids } = attributes;
  const choice = choiceProblems(attributes, offering.pluginOptions);
  const problems = choice.length > 0 ? choice : await unavailable(deps, uuids);
  if (problems.length > 0) return { problems, settings };
  const clouds = await readOfferedClouds(deps, uuids, settings.options.baseImageName);
  const ordered = { attributes, options: offering.pluginOptions, site: deps.site };
  return { problems: cloudProblems(ordered, clouds), settings, clouds };
}

/** Throws what the first check that fails says. */
export async function checkManagedOrder(
  deps: Deps,
  ordered: { offering: RancherOffering; attributes: ManagedAttributes },
): Promise<Omit<CheckedManaged, 'problems'>> {
  const { problems, ...checked } = await managedProblems(deps, ordered);
  if (problems[0]) throw new Invalid(problems[0]);
  return checked;
}
