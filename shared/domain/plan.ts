import { type FieldErrors, Invalid } from '../errors.ts';
import type { Flavor, Image, SecurityGroup, Subnet, TenantFacts } from './cloud-facts.ts';
import { openstackUuid, type Uuid } from './identifier.ts';
import { nextNodeName } from './naming.ts';
import type { NodeSpec } from './node.ts';
import type { NodeRequest, NodeRole, OrderAttributes } from './order-attributes.ts';
import { tenantsOf } from './topology.ts';

/** Smallest machine per role, RAM in MB (waldur-rancher.md §7, ROLE_REQUIREMENT). */
export const ROLE_REQUIREMENT: Readonly<Record<NodeRole, { cpu: number; ramMb: number }>> = {
  server: { cpu: 2, ramMb: 4096 },
  agent: { cpu: 1, ramMb: 1024 },
};
/** SYSTEM_VOLUME_MIN_SIZE 64 means 64 GB for self-managed orders (design §7). */
export const SYSTEM_VOLUME_MIN_SIZE_MB = 64 * 1024;

/** What the plan reads: the clouds' facts per tenant and the provider's choice of image. */
export type PlanFacts = {
  tenants: ReadonlyMap<Uuid, TenantFacts>;
  baseImageName: string;
  /** Names that machines in those tenants have already. */
  takenNames: ReadonlySet<string>;
  /** The offering's `flavors_regex`; a flavor's whole name must match it. */
  flavorsRegex?: string | undefined;
};
export type Plan = { nodes: NodeSpec[] };

/** One thing of a request that cannot be had; collected so that a refusal names every field at once. */
class Refusals {
  readonly byField: FieldErrors = {};
  add(field: string, message: string): void {
    this.byField[field] = [...((this.byField[field] as string[] | undefined) ?? []), message];
  }
  get isEmpty(): boolean {
    return Object.keys(this.byField).length === 0;
  }
}

function byUuid<T extends { id: string }>(
  items: readonly T[],
  facts: TenantFacts,
  kind: Parameters<typeof openstackUuid>[1],
  wanted: Uuid | undefined,
): T | undefined {
  return items.find((item) => openstackUuid(facts.tenant.settingsUuid, kind, item.id) === wanted);
}

const fits = (flavor: Flavor, cpu: number, ramMb: number): boolean => flavor.vcpus >= cpu && flavor.ramMb >= ramMb;

/** S0-225 and S0-313: an offering may sell some of a cloud's flavors only. */
const admits = (flavorsRegex: string | undefined, { name }: Flavor): boolean =>
  flavorsRegex === undefined || new RegExp(`^(?:${flavorsRegex})$`).test(name);

/** The smallest flavor with at least this much: least memory first, then fewest cores. */
function smallestFlavor(flavors: readonly Flavor[], cpu: number, ramMb: number): Flavor | undefined {
  const fitting = flavors.filter((flavor) => fits(flavor, cpu, ramMb));
  return fitting.sort((a, b) => a.ramMb - b.ramMb || a.vcpus - b.vcpus || a.name.localeCompare(b.name))[0];
}

/** For a request that names cores and memory in place of a flavor; a role's minimum counts even if less is asked for. */
function fittingFlavor(node: NodeRequest, facts: TenantFacts, shared: Shared, refused: Refusals): Flavor | undefined {
  if (node.cpu === undefined || node.memoryMb === undefined) {
    refused.add('flavor', 'This field is required.');
    return undefined;
  }
  const need = ROLE_REQUIREMENT[node.role];
  const cpu = Math.max(node.cpu, need.cpu);
  const ramMb = Math.max(node.memoryMb, need.ramMb);
  const offered = facts.flavors.filter((flavor) => admits(shared.flavorsRegex, flavor));
  const chosen = smallestFlavor(offered, cpu, ramMb);
  if (!chosen) refused.add('flavor', `No flavor in tenant ${facts.tenant.name} has ${cpu} cores and ${ramMb} MB.`);
  return chosen;
}

function chooseFlavor(node: NodeRequest, facts: TenantFacts, shared: Shared, refused: Refusals): Flavor | undefined {
  if (node.flavorUuid === undefined) return fittingFlavor(node, facts, shared, refused);
  const need = ROLE_REQUIREMENT[node.role];
  const flavor = byUuid(facts.flavors, facts, 'flavor', node.flavorUuid);
  if (!flavor) {
    refused.add('flavor', `Flavor ${node.flavorUuid} is not visible in tenant ${facts.tenant.name}.`);
  } else if (!admits(shared.flavorsRegex, flavor)) {
    refused.add('flavor', `Flavor ${flavor.name} is not part of the offering.`);
  } else if (flavor.vcpus < need.cpu) {
    refused.add('flavor', `Flavor ${flavor.name} does not meet requirements. CPU requirement is ${need.cpu}`);
  } else if (flavor.ramMb < need.ramMb) {
    refused.add('flavor', `Flavor ${flavor.name} does not meet requirements. RAM requirement is ${need.ramMb}`);
  }
  return flavor;
}

function chooseSubnet(node: NodeRequest, facts: TenantFacts, refused: Refusals): Subnet | undefined {
  const subnet = byUuid(facts.subnets, facts, 'subnet', node.subnetUuid);
  if (!subnet) {
    refused.add('subnet', `Subnet ${node.subnetUuid} should belong to the same tenant ${facts.tenant.name}.`);
  }
  return subnet;
}

/** A volume type's name, which is what Nova takes; undefined leaves the cloud's default. */
function volumeTypeName(
  wanted: Uuid | undefined,
  facts: TenantFacts,
  field: string,
  refused: Refusals,
): string | undefined {
  if (wanted === undefined) return undefined;
  const type = byUuid(facts.volumeTypes, facts, 'volume-type', wanted);
  if (!type) refused.add(field, `Volume type ${wanted} is not visible in tenant ${facts.tenant.name}.`);
  return type?.name;
}

function planDataVolumes(node: NodeRequest, facts: TenantFacts, refused: Refusals): NodeSpec['dataVolumes'] {
  const mountPoints = new Set(node.dataVolumes.map((volume) => volume.mountPoint));
  if (mountPoints.size < node.dataVolumes.length) {
    refused.add('data_volumes', 'Each mount point can be specified once at most.');
  }
  return node.dataVolumes.map(({ sizeMb, mountPoint, filesystem, volumeTypeUuid }) => {
    const volumeType = volumeTypeName(volumeTypeUuid, facts, 'data_volumes', refused);
    return { sizeMb, mountPoint, filesystem, ...(volumeType !== undefined && { volumeType }) };
  });
}

function systemVolumeSize(node: NodeRequest, refused: Refusals): number {
  const sizeMb = node.systemVolumeSizeMb ?? SYSTEM_VOLUME_MIN_SIZE_MB;
  if (sizeMb < SYSTEM_VOLUME_MIN_SIZE_MB) {
    refused.add('system_volume_size', `Ensure this value is greater than or equal to ${SYSTEM_VOLUME_MIN_SIZE_MB}.`);
  }
  return sizeMb;
}

/** What all nodes of one tenant share. */
type Shared = {
  image: Image;
  securityGroups: readonly SecurityGroup[];
  flavorsRegex: string | undefined;
};

function sharedOf(
  order: OrderAttributes,
  facts: TenantFacts,
  { baseImageName, flavorsRegex }: Pick<PlanFacts, 'baseImageName' | 'flavorsRegex'>,
): Shared {
  const image = facts.images.find((item) => item.name === baseImageName);
  if (!image) throw new Invalid({ tenant: ['No matching image found.'] });
  if (order.securityGroupUuids.length === 0) {
    const standard = facts.securityGroups.find((group) => group.name === 'default');
    if (!standard) throw new Invalid({ tenant: ['Default security group is not found.'] });
    return { image, securityGroups: [standard], flavorsRegex };
  }
  const securityGroups = order.securityGroupUuids.map((wanted) => {
    const group = byUuid(facts.securityGroups, facts, 'security-group', wanted);
    if (!group) {
      const message = `Security group ${wanted} does not belong to the same tenant as instance.`;
      throw new Invalid({ security_groups: message });
    }
    return group;
  });
  return { image, securityGroups, flavorsRegex };
}

function planNode(
  node: NodeRequest,
  facts: TenantFacts,
  shared: Shared,
  name: string,
  sshPublicKey: string | undefined,
): NodeSpec | FieldErrors {
  const refused = new Refusals();
  const subnet = chooseSubnet(node, facts, refused);
  const systemVolumeType = volumeTypeName(node.systemVolumeTypeUuid, facts, 'system_volume_type', refused);
  const dataVolumes = planDataVolumes(node, facts, refused);
  const systemVolumeSizeMb = systemVolumeSize(node, refused);
  const flavor = chooseFlavor(node, facts, shared, refused);
  if (!refused.isEmpty || !subnet || !flavor) return refused.byField;
  return {
    name,
    role: node.role,
    tenantUuid: facts.tenant.uuid,
    flavorId: flavor.id,
    flavorName: flavor.name,
    vcpus: flavor.vcpus,
    ramMb: flavor.ramMb,
    imageId: shared.image.id,
    subnetId: subnet.id,
    networkId: subnet.networkId,
    securityGroupIds: shared.securityGroups.map((group) => group.id),
    systemVolumeSizeMb,
    ...(systemVolumeType !== undefined && { systemVolumeType }),
    dataVolumes,
    ...(sshPublicKey !== undefined && { sshPublicKey }),
  };
}

const isSpec = (item: NodeSpec | FieldErrors): item is NodeSpec => 'flavorId' in item;

/**
 * The heart: from an order and the facts about its clouds, every machine that will exist. Throws Invalid naming
 * each field that cannot be had (waldur-rancher.md §3.5). Validation, creation and deletion read the same plan.
 */
export function planNodes(order: OrderAttributes, facts: PlanFacts): Plan {
  const shared = new Map<Uuid, Shared>();
  for (const id of tenantsOf(order)) {
    const tenant = facts.tenants.get(id);
    if (!tenant) throw new Invalid({ tenant: ['Invalid hyperlink - Object does not exist.'] });
    shared.set(id, sharedOf(order, tenant, facts));
  }
  const taken = new Set(facts.takenNames);
  const planned = order.nodes.map((node) => {
    const id = node.tenantUuid ?? order.tenantUuid ?? '';
    const [tenant, common] = [facts.tenants.get(id), shared.get(id)];
    if (!tenant || !common) return { tenant: ['Tenant is not specified for both cluster and node.'] };
    return planNode(node, tenant, common, nextNodeName(order.name, node.role, taken), order.sshPublicKey);
  });
  if (!planned.every(isSpec)) {
    throw new Invalid({ nodes: planned.map((item) => (isSpec(item) ? {} : item)) });
  }
  return { nodes: planned };
}

/** Design decision 7: servers and the first agent first; Rancher activates nothing before one of each has registered. */
export function wavesOf<T extends { spec: Pick<NodeSpec, 'role'> }>(nodes: readonly T[]): { first: T[]; rest: T[] } {
  const agents = nodes.filter((node) => node.spec.role === 'agent');
  const servers = nodes.filter((node) => node.spec.role === 'server');
  return { first: [...servers, ...agents.slice(0, 1)], rest: agents.slice(1) };
}
