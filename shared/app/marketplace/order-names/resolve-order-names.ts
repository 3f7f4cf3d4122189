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

/** A caller who sees more has to name older ones by uuid. */
const LOOKED_AT = { page: 1, pageSize: 300 };

const uuidIn = (value: unknown): Uuid | undefined => (typeof value === 'string' ? parseReference(value) : undefined);

/** Replaces the names of the order's own references. */
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

/** Tenants of the order's project that the caller sees. Empty without a project. */
async function tenantsOf({ store }: NamesDeps, caller: Caller, project: unknown) {
  const projectUuid = uuidIn(project);
  if (projectUuid === undefined) return [];
  return (await store.tenants.list({ visibility: visibilityOf(caller), projectUuid }, LOOKED_AT)).items;
}

/** Replaces names among the attributes. A missing tenant becomes the project's only one. */
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

/** Replaces the offerings of clouds among the attributes of a managed order. */
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
 * Replaces names and URLs in an order's body by uuids: offering, project, plan, tenant and, inside the tenant, subnets,
 * flavors, volume types and security groups. Fills in a missing tenant or subnet when there is only one. Only objects
 * that the caller sees count. A cloud is asked only when one of its objects is named or missing.
 * @param isFlat attributes stand beside offering and project
 * @throws Invalid for all names that none or several objects have
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
