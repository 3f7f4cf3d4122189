import { parseReference, type Uuid } from '#shared/domain/_core/identifier';
import { isName, type NamedThing } from '#shared/domain/_core/named-object';
import { isOfferedTo, isTenantOffering, type Offering } from '#shared/domain/marketplace/offering';
import { type Caller, visibilityOf } from '#shared/domain/organizations/caller';
import { type FieldErrors, Invalid } from '#shared/errors';
import type { OpenStackSessions } from '#shared/ports/openstack/openstack-sessions';
import type { Store } from '#shared/ports/store';
import { type Dictionary, type Errors, isDictionary, withUuids } from './name-errors.ts';
import { type TenantThings, tenantThings } from './tenant-things.ts';

export type NamesDeps = {
  store: Pick<Store, 'projects' | 'offerings' | 'tenants'>;
  openstack: Pick<OpenStackSessions, 'open'>;
};

/** A name is searched among the newest 300 objects. An older object has to be named by its uuid. */
const LOOKED_AT = { page: 1, pageSize: 300 };

const uuidIn = (value: unknown): Uuid | undefined => (typeof value === 'string' ? parseReference(value) : undefined);

/** Replaces the names of offering, project and plan by uuids. */
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

async function tenantsOf({ store }: NamesDeps, caller: Caller, project: unknown) {
  const projectUuid = uuidIn(project);
  if (projectUuid === undefined) return [];
  return (await store.tenants.list({ visibility: visibilityOf(caller), projectUuid }, LOOKED_AT)).items;
}

/**
 * Replaces names in the attributes by uuids. If the order names no tenant and the project has only one, that tenant is
 * filled in.
 */
async function resolveAttributes(
  deps: NamesDeps,
  caller: Caller,
  { project, attributes }: { project: unknown; attributes: Dictionary },
  errors: Errors,
): Promise<Dictionary> {
  const lacks =
    nodesOf(attributes).length > 0 &&
    attributes.tenant === undefined &&
    nodesOf(attributes).every(({ tenant }) => tenant === undefined);
  const tenants = lacks || namesTenant(attributes) ? await tenantsOf(deps, caller, project) : [];
  const [only] = tenants;
  const filled = lacks && only && tenants.length === 1 ? { ...attributes, tenant: only.uuid } : attributes;
  const wanted = { tenant: { what: 'tenant', list: async () => tenants } };
  const named = await withUuids(filled, wanted, errors);
  const placed = await resolveNodes(named, { things: tenantThings(deps, caller), tenants }, errors);
  return resolveClouds(deps, caller, placed, errors);
}

/** In the attributes of a managed order, replaces the names of cloud offerings by uuids. */
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
 * Replaces names and URLs in an order's body by uuids: the names of offering, project, plan and tenant, and the names
 * of subnets, flavors, volume types and security groups in the tenant. A missing tenant or subnet is filled in if there
 * is only one. Finds only objects that the caller sees. Makes a request to a cloud only if the order names an object of
 * the cloud, or if a subnet must be filled in.
 * @param isFlat whether the attributes are in the body itself, beside offering and project
 * @throws Invalid with all names for which no object or several objects are found
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

type Known = { things: TenantThings; tenants: readonly NamedThing[] };

/** If the tenant has only one subnet, a node without a subnet gets this subnet. */
async function withOnlySubnet(node: Dictionary, tenant: Uuid | undefined, { things }: Known): Promise<Dictionary> {
  if (node.subnet !== undefined || tenant === undefined) return node;
  const subnets = (await things(tenant, 'subnet')) ?? [];
  const [only] = subnets;
  return only && subnets.length === 1 ? { ...node, subnet: only.uuid } : node;
}

async function resolveVolumes(node: Dictionary, tenant: Uuid | undefined, { things }: Known, errors: Errors) {
  const { data_volumes: volumes } = node;
  if (!Array.isArray(volumes)) return node;
  const list = () => things(tenant, 'volume-type');
  const own: FieldErrors[] = [];
  const named = await Promise.all(
    volumes.map(async (volume: unknown, index) => {
      const wrong: Errors = {};
      own[index] = wrong;
      return isDictionary(volume) ? withUuids(volume, { volume_type: { what: 'volume type', list } }, wrong) : volume;
    }),
  );
  if (own.some((wrong) => Object.keys(wrong).length > 0)) errors.data_volumes = own;
  return { ...node, data_volumes: named };
}

async function resolveNode(node: Dictionary, orderTenant: unknown, known: Known, errors: Errors): Promise<Dictionary> {
  const { things, tenants } = known;
  const placed = await withUuids(node, { tenant: { what: 'tenant', list: async () => tenants } }, errors);
  const tenant = uuidIn(placed.tenant ?? orderTenant);
  const typed = { what: 'volume type', list: () => things(tenant, 'volume-type') };
  const named = await withUuids(
    await withOnlySubnet(placed, tenant, known),
    {
      subnet: { what: 'subnet', list: () => things(tenant, 'subnet') },
      flavor: { what: 'flavor', list: () => things(tenant, 'flavor') },
      system_volume_type: typed,
    },
    errors,
  );
  return resolveVolumes(named, tenant, known, errors);
}

/**
 * Replaces names of security groups by uuids. Waldur's clients send `[{url}]`, but a plain list of names is accepted,
 * too.
 */
async function resolveGroups(attributes: Dictionary, { things }: Known, errors: Errors): Promise<Dictionary> {
  const { security_groups: groups } = attributes;
  if (!Array.isArray(groups)) return attributes;
  const wanted = { value: { what: 'security group', list: () => things(uuidIn(attributes.tenant), 'security-group') } };
  const own: Errors = {};
  const named = await Promise.all(
    groups.map(async (value: unknown) =>
      typeof value === 'string' ? (await withUuids({ value }, wanted, own)).value : value,
    ),
  );
  if (own.value) errors.security_groups = own.value;
  return { ...attributes, security_groups: named };
}

/** In the nodes of an order, replaces the names of flavors, subnets, volume types and security groups by uuids. */
async function resolveNodes(attributes: Dictionary, known: Known, errors: Errors): Promise<Dictionary> {
  const grouped = await resolveGroups(attributes, known, errors);
  const { nodes, tenant } = grouped;
  if (!Array.isArray(nodes)) return grouped;
  const own: FieldErrors[] = [];
  const named = await Promise.all(
    nodes.map(async (node: unknown, index) => {
      const wrong: Errors = {};
      own[index] = wrong;
      return isDictionary(node) ? resolveNode(node, tenant, known, wrong) : node;
    }),
  );
  if (own.some((wrong) => Object.keys(wrong).length > 0)) errors.nodes = own;
  return { ...grouped, nodes: named };
}
