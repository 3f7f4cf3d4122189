import { parseReference, type Uuid } from '#shared/domain/_core/identifier';
import type { NamedThing } from '#shared/domain/_core/named-thing';
import type { FieldErrors } from '#shared/errors';
import { type Dictionary, isDictionary } from './dictionary.ts';
import { type Errors, withUuids } from './name-errors.ts';
import type { TenantThings } from './tenant-things.ts';

type Known = { things: TenantThings; tenants: readonly NamedThing[] };

const uuidIn = (value: unknown): Uuid | undefined => (typeof value === 'string' ? parseReference(value) : undefined);

/** Adds the tenant's only subnet when the node names none. */
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

/** Waldur's clients send `[{url}]`; a plain list of references is accepted, too. */
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

/** Replaces the names of objects in tenants: those of nodes, their volumes and security groups. */
export async function resolveNodes(attributes: Dictionary, known: Known, errors: Errors): Promise<Dictionary> {
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
