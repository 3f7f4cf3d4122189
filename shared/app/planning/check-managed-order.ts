import type { Uuid } from '#shared/domain/_core/identifier';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import type { ManagedAttributes } from '#shared/domain/infrastructure/managed-attributes';
import { choiceProblems } from '#shared/domain/infrastructure/managed-plan/choice-problems';
import { cloudProblems } from '#shared/domain/infrastructure/managed-plan/cloud-problems';
import { CLOUDS_FIELD } from '#shared/domain/infrastructure/managed-plan/missing-in-cloud';
import type { OfferedCloud } from '#shared/domain/infrastructure/offered-cloud';
import type { Offering, RancherOffering } from '#shared/domain/marketplace/offering';
import type { Project } from '#shared/domain/organizations/project';
import { resourceNameClaim } from '#shared/domain/planning/naming';
import { nodeNetworkProblems } from '#shared/domain/pools/order/cluster-problems';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import { driverOfOffering } from '#shared/drivers/registry';
import {
  AppError,
  BackendThrottled,
  BackendUnauthorized,
  BackendUnavailable,
  CloudNotAsked,
  type FieldErrors,
  Invalid,
  Misconfigured,
} from '#shared/errors';
import type { OpenStackSessions } from '#shared/ports/openstack/openstack-sessions';
import type { Store } from '#shared/ports/store';
import { rancherSettingsOf } from '../providers/settings-of.ts';
import { nameTaken } from './check-order.ts';
import { managedPartOf } from './plan-managed-order.ts';
import { offeredCloudReader } from './read-offered-clouds.ts';

type Deps = { store: Store; openstack: Pick<OpenStackSessions, 'admin'>; site: SiteSettings };
/**
 * The result of checking a managed order. `clouds` is undefined if the order names wrong clouds. In this case, no cloud
 * was read.
 */
export type CheckedManaged = { problems: FieldErrors[]; settings: RancherSettings; clouds?: OfferedCloud[] };

type Ordered = { offering: RancherOffering; attributes: ManagedAttributes };
type Offered = { uuid: Uuid; offering: Offering | undefined };

function unavailable(chosen: readonly Offered[]): FieldErrors[] {
  const paused = chosen.filter(({ offering }) => offering?.state !== 'Active').map(({ uuid }) => uuid);
  if (paused.length === 0) return [];
  return [{ openstack_offering_uuid_list: [`These OpenStack offerings are not available: ${paused.join(', ')}`] }];
}

const isUnavailable = (error: unknown): boolean => error instanceof AppError && error.status === 503;

/** Gives the customer the reason why a cloud cannot be checked, without naming the operator's hosts or accounts. */
function reasonOf(error: unknown): string {
  if (error instanceof BackendThrottled) return 'its cloud is too busy to answer';
  if (error instanceof BackendUnavailable) return 'its cloud does not answer';
  if (error instanceof BackendUnauthorized) return 'its cloud rejects the provider’s account';
  if (error instanceof Misconfigured) return 'the provider’s account is not set up for its cloud';
  return 'its cloud gives an answer that Paddock cannot read';
}

/**
 * Reads the chosen clouds. The error names all clouds that do not answer, so that the customer can order without them.
 */
export async function readClouds(
  deps: Deps,
  chosen: readonly Offered[],
  baseImageName: string,
): Promise<OfferedCloud[]> {
  const readCloud = offeredCloudReader(deps, baseImageName);
  const read = await Promise.allSettled(chosen.map(({ uuid }) => readCloud(uuid)));
  const failed = read.flatMap((result, index) =>
    result.status === 'rejected' ? [{ ...chosen[index], error: result.reason as unknown }] : [],
  );
  const [first] = failed;
  if (!first) return read.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const defect = failed.find(({ error }) => !(error instanceof AppError) || error.status < 500);
  if (defect) throw defect.error;
  const sentences = failed.map(
    ({ uuid, offering, error }) =>
      `OpenStack offering ${offering?.name} (${uuid}) cannot be checked: ${reasonOf(error)}.`,
  );
  throw new CloudNotAsked(sentences.join(' '), {
    mayPass: failed.every(({ error }) => isUnavailable(error)),
    cause: first.error,
  });
}

/**
 * Checks the order's machines as far as this is possible without reading a cloud. Returns one entry for each check that
 * fails.
 */
function machineProblems({ offering, attributes }: Ordered, settings: RancherSettings): FieldErrors[] {
  const { nodeNetworkSupernet } = managedPartOf(settings);
  const ofDriver = driverOfOffering(offering).plan.managedErrors(attributes);
  const ofNetworks = attributes.poolSettings ? nodeNetworkProblems(attributes.poolSettings, [nodeNetworkSupernet]) : {};
  return [ofDriver, ofNetworks].filter((errors) => Object.keys(errors).length > 0);
}

/** Whether an error is about all pools: the order has none, their list is not valid, or no pool is in a cloud. */
const isOfAllPools = ({ pools, worker_nodes_flavor_name }: FieldErrors): boolean =>
  worker_nodes_flavor_name !== undefined || (Array.isArray(pools) && typeof pools[0] === 'string');

/**
 * Whether errors in the order make it impossible to check the clouds. With such errors, it is unknown which clouds the
 * order needs, or which objects it needs in these clouds.
 */
const isUnanswerable = (problems: readonly FieldErrors[]): boolean =>
  problems.some((errors) => CLOUDS_FIELD in errors || 'offering' in errors || isOfAllPools(errors));

/**
 * Makes the checks of a managed order (docs/spec/orders.md#managed-orders), and returns one entry for each check that
 * fails. Changes nothing. With `first`, clouds are read only if the order itself has no error. Throws CloudNotAsked if
 * clouds do not answer. The error names these clouds.
 */
export async function managedProblems(
  deps: Deps,
  { offering, attributes }: Ordered,
  wanted: 'all' | 'first',
): Promise<CheckedManaged> {
  const { store, site } = deps;
  const settings = await rancherSettingsOf(deps, offering.settingsUuid);
  const machines = machineProblems({ offering, attributes }, settings);
  const choice = [...machines, ...choiceProblems(attributes, offering.pluginOptions, site)];
  if (choice.length > 0 && (wanted === 'first' || isUnanswerable(choice))) return { problems: choice, settings };
  const { openstackOfferingUuids: uuids } = attributes;
  const chosen = await Promise.all(uuids.map(async (uuid) => ({ uuid, offering: await store.offerings.find(uuid) })));
  const problems = unavailable(chosen);
  if (problems.length > 0) return { problems: [...choice, ...problems], settings };
  const clouds = await readClouds(deps, chosen, settings.options.baseImageName);
  const ordered = { attributes, options: offering.pluginOptions, site };
  return { problems: [...choice, ...cloudProblems(ordered, clouds)], settings, clouds };
}

/** Checks a managed order. Throws the error of the first check that fails. */
export async function checkManagedOrder(deps: Deps, ordered: Ordered): Promise<Omit<CheckedManaged, 'problems'>> {
  const { problems, ...checked } = await managedProblems(deps, ordered, 'first');
  if (problems[0]) throw new Invalid(problems[0]);
  return checked;
}

export async function assertResourceNameFree({ claims }: Store, project: Project, name: string): Promise<void> {
  if ((await claims.holderOf(resourceNameClaim(project.uuid, name))) !== undefined) throw nameTaken();
}
