import { parseReference, type Uuid } from '#shared/domain/_core/identifier';
import { isName, type NamedThing } from '#shared/domain/_core/named-thing';
import { isOfferedTo, isTenantOffering, type Offering } from '#shared/domain/marketplace/offering';
import { type Caller, visibilityOf } from '#shared/domain/organizations/caller';
import { Invalid } from '#shared/errors';
import type { OpenStackSessions } from '#shared/ports/openstack-sessions';
import type { Store } from '#shared/ports/store';
import { type Dictionary, isDictionary } from './dictionary.ts';
import { type Errors, withUuids } from './name-errors.ts';
import { resolveNodes } from './resolve-nodes.ts';
import { tenantThings } from './tenant-things.ts';

export type NamesDeps = {
  store: Pick<Store, 'projects' | 'offerings' | 'tenants'>;
  openstack: Pick<OpenStackSessions, 'open'>;
};

/** Whoever sees more than this has to name by uuid what is not among the newest. */
const LOOKED_AT = { page: 1, pageSize: 300 };

const uuidIn = (value: unknown): Uuid | undefined => (typeof value === 'string' ? parseReference(value) : undefined);

/** Names of the order's own references. */
async function resolveHead({ store }: NamesDeps, caller: Caller, body: Dictionary, errors: Errors) {
  const offerings = async () => {
    const { items } = await store.offerings.list({ visibility: 'all' }, LOOKED_AT);
    return items.filter((item) => item.state === 'Active' && !isTenantOffering(item) && isOfferedTo(caller, item));
  };
  const projects = async () => (await store.projects.list({ visibility: visibilityOf(caller) }, LOOKED_AT)).items;
  const named = await withUuids(
    body,
    { offering: { what: 'offering', list: offerings }, project: { what: 'project', list: projects } },
    errors,
  );
  const plans = async (): Promise<readonly NamedThing[]> =>
    (await store.offerings.find(uuidIn(named.offering) ?? ''))?.plans ?? [];
  return withUuids(named, { plan: { what: 'plan', list: plans } }, errors);
}

const namesTenant = (attributes: Dictionary): boolean =>
  isName(attributes.tenant) || nodesOf(attributes).some(({ tenant }) => isName(tenant));
const nodesOf = ({ nodes }: Dictionary): Dictionary[] => (Array.isArray(nodes) ? nodes.filter(isDictionary) : []);
const lacksTenant = (attributes: Dictionary): boolean =>
  nodesOf(attributes).length > 0 &&
  attributes.tenant === undefined &&
  nodesOf(attributes).every(({ tenant }) => tenant === undefined);

/** The tenants of the order's project that the caller sees; of no project none. */
async function tenantsOf({ store }: NamesDeps, caller: Caller, project: unknown) {
  const projectUuid = uuidIn(project);
  if (projectUuid === undefined) return [];
  return (await store.tenants.list({ visibility: visibilityOf(caller), projectUuid }, LOOKED_AT)).items;
}

/** Names among the attributes; a tenant that is not named is the project's only one. */
async function resolveAttributes(
  deps: NamesDeps,
  caller: Caller,
  { project, attributes }: { project: unknown; attributes: Dictionary },
  errors: Errors,
): Promise<Dictionary> {
  const lacks = lacksTenant(attributes);
  const tenants = lacks || namesTenant(attributes) ? await tenantsOf(deps, caller, project) : [];
  const [only] = tenants;
  const filled = lacks && only && tenants.length === 1 ? { ...attributes, tenant: only.uuid } : attributes;
  const wanted = { tenant: { what: 'tenant', list: async () => tenants } };
  const named = await withUuids(filled, wanted, errors);
  const placed = await resolveNodes(named, { things: tenantThings(deps, caller), tenants }, errors);
  return resolveClouds(deps, caller, placed, errors);
}

/** Offerings of clouds, among the attributes of a managed order. */
async function resolveClouds({ store }: NamesDeps, caller: Caller, attributes: Dictionary, errors: Errors) {
  const { openstack_offering_uuid_list: clouds } = attributes;
  if (!Array.isArray(clouds) || !clouds.some(isName)) return attributes;
  const { items } = await store.offerings.list({ visibility: 'all' }, LOOKED_AT);
  const sold = items.filter((item: Offering) => item.type === 'OpenStack.Tenant' && isOfferedTo(caller, item));
  const list = async () => sold;
  const own: Errors = {};
  const named = await Promise.all(
    clouds.map(async (value: unknown) => (await withUuids({ value }, { value: { what: 'cloud', list } }, own)).value),
  );
  if (own.value) errors.openstack_offering_uuid_list = own.value;
  return { ...attributes, openstack_offering_uuid_list: named };
}

/**
 * An order's body with names in place of uuids and URLs replaced, where only one thing has the name: the offering, the project, the plan,
 * the tenant, and in it subnets, flavors, volume types and security groups. What is left out and of which there is only one, tenant and
 * subnet, is filled in. Names are of what the caller sees; a cloud is asked only where something of it is named or left out.
 * @param isFlat attributes stand beside offering and project
 * Throws Invalid for all names that nothing, or more than one thing, has.
 */
export async function resolveOrderNames(
  deps: NamesDeps,
  caller: Caller,
  body: unknown,
  { isFlat = false }: { isFlat?: boolean } = {},
): Promise<unknown> {
  if (!isDictionary(body)) return body;
  const errors: Errors = {};
  const head = await resolveHead(deps, caller, body, errors);
  const given = isFlat ? head : head.attributes;
  const attributes = isDictionary(given)
    ? await resolveAttributes(deps, caller, { project: head.project, attributes: given }, errors)
    : given;
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  return isFlat ? attributes : { ...head, ...(attributes !== undefined && { attributes }) };
}
