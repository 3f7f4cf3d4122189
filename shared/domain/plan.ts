import { type FieldErrors, Invalid, noObject } from '../errors.ts';
import { chooseFlavor } from './choose-flavor.ts';
import type { Image, SecurityGroup, Subnet, TenantFacts } from './cloud-facts.ts';
import { findInTenant } from './find-in-tenant.ts';
import type { Uuid } from './identifier.ts';
import { nextNodeName } from './naming.ts';
import type { NodeSpec } from './node.ts';
import type { NodeRequest, OrderAttributes } from './order-attributes.ts';
import { planDataVolumes, systemVolumeSize, volumeTypeName } from './plan-volumes.ts';
import { Refusals } from './refusals.ts';
import type { SiteSettings } from './site-settings.ts';
import { tenantsOf } from './topology.ts';

/** What the plan reads: the clouds' facts per tenant and the provider's choice of image. */
export type PlanFacts = {
  tenants: ReadonlyMap<Uuid, TenantFacts>;
  baseImageName: string;
  /** Names that machines in those tenants have already. */
  takenNames: ReadonlySet<string>;
  /** The offering's `flavors_regex`; a flavor's whole name must match it. */
  flavorsRegex?: string | undefined;
  /** The installation's own minima. */
  site: SiteSettings;
};
export type Plan = { nodes: NodeSpec[] };

function chooseSubnet(node: NodeRequest, facts: TenantFacts, refused: Refusals): Subnet | undefined {
  const subnet = findInTenant(facts.subnets, facts, 'subnet', node.subnetUuid);
  if (!subnet) {
    refused.add('subnet', `Subnet ${node.subnetUuid} should belong to the same tenant ${facts.tenant.name}.`);
  }
  return subnet;
}

/** What all nodes of one tenant share. */
type Shared = {
  image: Image;
  securityGroups: readonly SecurityGroup[];
  flavorsRegex: string | undefined;
  site: SiteSettings;
};

function sharedOf(
  order: OrderAttributes,
  facts: TenantFacts,
  { baseImageName, flavorsRegex, site }: Pick<PlanFacts, 'baseImageName' | 'flavorsRegex' | 'site'>,
): Shared {
  const image = facts.images.find((item) => item.name === baseImageName);
  if (!image) throw new Invalid({ tenant: ['No matching image found.'] });
  if (order.securityGroupUuids.length === 0) {
    const standard = facts.securityGroups.find((group) => group.name === 'default');
    if (!standard) throw new Invalid({ tenant: ['Default security group is not found.'] });
    return { image, securityGroups: [standard], flavorsRegex, site };
  }
  const securityGroups = order.securityGroupUuids.map((wanted) => {
    const group = findInTenant(facts.securityGroups, facts, 'security-group', wanted);
    if (!group) {
      const message = `Security group ${wanted} does not belong to the same tenant as instance.`;
      throw new Invalid({ security_groups: message });
    }
    return group;
  });
  return { image, securityGroups, flavorsRegex, site };
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
  const systemVolumeSizeMb = systemVolumeSize(node, shared.site, refused);
  const flavor = chooseFlavor(node, facts, { ...shared.site, flavorsRegex: shared.flavorsRegex }, refused);
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

/** A host name's limit (RFC 1123), which is also that of the label Kubernetes puts it into. */
const MAX_NODE_NAME = 63;

function demandShortNames(nodes: readonly NodeSpec[]): void {
  const tooLong = nodes.find((node) => node.name.length > MAX_NODE_NAME);
  if (tooLong) {
    throw new Invalid({
      name: [`Node names made from it have more than ${MAX_NODE_NAME} characters: ${tooLong.name}`],
    });
  }
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
    if (!tenant) throw noObject('tenant');
    shared.set(id, sharedOf(order, tenant, facts));
  }
  const taken = new Set(facts.takenNames);
  const planned = order.nodes.map((node) => {
    const id = node.tenantUuid ?? order.tenantUuid ?? '';
    const [tenant, common] = [facts.tenants.get(id), shared.get(id)];
    if (!tenant || !common) return { tenant: ['Tenant is not specified for both cluster and node.'] };
    const sshPublicKey = node.sshPublicKey ?? order.sshPublicKey;
    return planNode(node, tenant, common, nextNodeName(order.name, node.role, taken), sshPublicKey);
  });
  if (!planned.every(isSpec)) {
    throw new Invalid({ nodes: planned.map((item) => (isSpec(item) ? {} : item)) });
  }
  demandShortNames(planned);
  return { nodes: planned };
}

/** Design decision 7: servers and the first agent first; Rancher activates nothing before one of each has registered. */
export function wavesOf<T extends { spec: Pick<NodeSpec, 'role'> }>(nodes: readonly T[]): { first: T[]; rest: T[] } {
  const agents = nodes.filter((node) => node.spec.role === 'agent');
  const servers = nodes.filter((node) => node.spec.role === 'server');
  return { first: [...servers, ...agents.slice(0, 1)], rest: agents.slice(1) };
}
