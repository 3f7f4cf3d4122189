import { type FieldErrors, Invalid, noObject } from '#shared/errors';
import type { Uuid } from '../_core/identifier.ts';
import { Refusals } from '../_core/refusals.ts';
import type { SiteSettings } from '../_core/site-settings.ts';
import type { Image, SecurityGroup, Subnet, TenantFacts } from './cloud-facts.ts';
import type { ManagementFacts, PlannedClusterApi } from './cluster-api/plan-cluster-api.ts';
import { findInTenant } from './find-in-tenant.ts';
import { chooseFlavor } from './flavors/choose-flavor.ts';
import { nextNodeName } from './naming.ts';
import type { NodeSpec } from './node-spec.ts';
import type { NodeRequest, OrderAttributes } from './order-attributes.ts';
import { planDataVolumes, systemVolumeSize, systemVolumeTypeName } from './plan-volumes.ts';
import type { PoolSpec } from './pools/pool-spec.ts';
import { tenantsOf } from './topology.ts';

/** Everything that a plan needs to know, such as the facts about each tenant. */
export type PlanFacts = {
  tenants: ReadonlyMap<Uuid, TenantFacts>;
  baseImageName: string;
  /** The SSH user in the provider's image. Rancher signs in to machines of pools as this user. */
  imageUser: string;
  /** Names of existing machines in the order's tenants. */
  takenNames: ReadonlySet<string>;
  /** Whether each machine gets a floating IP from the external network of its subnet's router (S0-283). */
  allocateFloatingIps: boolean;
  /** The offering's `flavors_regex`, which must match the whole name of a flavor. */
  flavorsRegex?: string | undefined;
  /** The installation's settings, with the minimum sizes. */
  site: SiteSettings;
  /** Facts about the management cluster. Undefined if the provider is a Rancher. */
  management?: ManagementFacts | undefined;
};

/**
 * Image and security groups of all machines in one tenant. If the image is undefined, the error about it is already
 * among the order's errors.
 */
type TenantPlan = { facts: TenantFacts; image: Image | undefined; securityGroups: readonly SecurityGroup[] };

function chooseImage({ images }: TenantFacts, name: string, refused: Refusals): Image | undefined {
  const image = images.find((item) => item.name === name);
  if (!image) refused.add('tenant', 'No matching image found.');
  return image;
}

function defaultGroup({ securityGroups }: TenantFacts, refused: Refusals): SecurityGroup[] {
  const standard = securityGroups.find((group) => group.name === 'default');
  if (!standard) refused.add('tenant', 'Default security group is not found.');
  return standard ? [standard] : [];
}

/**
 * The security groups of machines in a tenant. A security group belongs to one tenant. If the order names no group of
 * this tenant, the machines get the tenant's default group.
 */
function groupsIn(facts: TenantFacts, wanted: readonly Uuid[], refused: Refusals): SecurityGroup[] {
  const own = wanted.flatMap((id) => findInTenant(facts.securityGroups, facts, 'security-group', id) ?? []);
  return own.length > 0 ? own : defaultGroup(facts, refused);
}

const isIn = (facts: TenantFacts, group: Uuid): boolean =>
  findInTenant(facts.securityGroups, facts, 'security-group', group) !== undefined;

const foreignGroupText = (group: Uuid): string =>
  `Security group ${group} does not belong to the same tenant as instance.`;

/**
 * Image and security groups for each tenant of an order (docs/spec/orders.md#planned-nodes). Adds an error for each
 * missing object.
 */
function planTenants(
  { securityGroupUuids }: OrderAttributes,
  { tenants, baseImageName }: Pick<PlanFacts, 'tenants' | 'baseImageName'>,
  refused: Refusals,
): Map<Uuid, TenantPlan> {
  const all = [...tenants.values()];
  const foreign = securityGroupUuids.filter((group) => !all.some((facts) => isIn(facts, group)));
  refused.say('security_groups', foreign.map(foreignGroupText).join(' '));
  return new Map(
    [...tenants].map(([uuid, facts]) => {
      const image = chooseImage(facts, baseImageName, refused);
      return [uuid, { facts, image, securityGroups: groupsIn(facts, securityGroupUuids, refused) }];
    }),
  );
}

/**
 * The planned machines of an order. `nodes`: machines that a driver makes one by one. `pools`: machines that Rancher
 * makes. `nodeCidrs`: the networks of the machines in pools. `clusterApi`: a whole cluster that Cluster API makes.
 */
export type Plan = { nodes: NodeSpec[]; pools?: PoolSpec[]; nodeCidrs?: string[]; clusterApi?: PlannedClusterApi };

function chooseSubnet(node: NodeRequest, facts: TenantFacts, refused: Refusals): Subnet | undefined {
  const subnet = findInTenant(facts.subnets, facts, 'subnet', node.subnetUuid);
  if (!subnet) {
    refused.add('subnet', `Subnet ${node.subnetUuid} should belong to the same tenant ${facts.tenant.name}.`);
  }
  return subnet;
}

function floatingNetwork(subnet: Subnet | undefined, { tenant, gateways }: TenantFacts, refused: Refusals) {
  if (!subnet) return undefined;
  const gateway = gateways.find((item) => item.subnetId === subnet.id);
  if (!gateway) {
    const message = `Subnet ${subnet.name} of tenant ${tenant.name} has no router to an external network, which floating IPs need.`;
    refused.add('subnet', message);
  }
  return gateway?.externalNetworkId;
}

function planNode(
  node: NodeRequest,
  { facts, image, securityGroups }: TenantPlan,
  { site, flavorsRegex, allocateFloatingIps }: PlanFacts,
  named: { name: string; sshPublicKey: string | undefined },
): Planned {
  const refused = new Refusals();
  const { name, sshPublicKey } = named;
  const subnet = chooseSubnet(node, facts, refused);
  const floatingNetworkId = allocateFloatingIps ? floatingNetwork(subnet, facts, refused) : undefined;
  const systemVolumeType = systemVolumeTypeName(node, facts, refused);
  const dataVolumes = planDataVolumes(node, facts, refused);
  const systemVolumeSizeMb = systemVolumeSize(node, site, refused);
  const flavor = chooseFlavor(node, facts, { ...site, flavorsRegex }, refused);
  if (!refused.isEmpty || !subnet || !flavor || !image) return { errors: refused.byField };
  return {
    spec: {
      name,
      role: node.role,
      tenantUuid: facts.tenant.uuid,
      flavorId: flavor.id,
      flavorName: flavor.name,
      vcpus: flavor.vcpus,
      ramMb: flavor.ramMb,
      imageId: image.id,
      subnetId: subnet.id,
      networkId: subnet.networkId,
      securityGroupIds: securityGroups.map((group) => group.id),
      ...(floatingNetworkId !== undefined && { floatingNetworkId }),
      systemVolumeSizeMb,
      ...(systemVolumeType !== undefined && { systemVolumeType }),
      dataVolumes,
      ...(sshPublicKey !== undefined && { sshPublicKey }),
    },
    errors: {},
  };
}

/**
 * A planned machine, or its errors. If the tenant has no suitable image, both may be missing, because that error
 * belongs to the whole order.
 */
type Planned = { spec?: NodeSpec; errors: FieldErrors };

/** Maximum length of a host name (RFC 1123), and of the Kubernetes label with the node's name. */
const MAX_NODE_NAME = 63;

function assertShortNames(nodes: readonly NodeSpec[]): void {
  const tooLong = nodes.find((node) => node.name.length > MAX_NODE_NAME);
  if (tooLong) {
    throw new Invalid({
      name: [`Enter a shorter name. The node name ${tooLong.name} would have more than ${MAX_NODE_NAME} characters.`],
    });
  }
}

/**
 * Plans all machines of an order from the facts about its clouds. Throws Invalid with an error for every object that is
 * not available (docs/spec/orders.md#planned-nodes). Validation and creation use the same plan.
 */
export function planNodes(order: OrderAttributes, facts: PlanFacts): Plan {
  if (tenantsOf(order).some((uuid) => !facts.tenants.has(uuid))) throw noObject('tenant');
  const refused = new Refusals();
  const tenants = planTenants(order, facts, refused);
  const taken = new Set(facts.takenNames);
  const planned = order.nodes.map((node): Planned => {
    const tenant = tenants.get(node.tenantUuid ?? order.tenantUuid ?? '');
    if (!tenant) return { errors: { tenant: ['Tenant is not specified for both cluster and node.'] } };
    const sshPublicKey = node.sshPublicKey ?? order.sshPublicKey;
    return planNode(node, tenant, facts, { name: nextNodeName(order.name, node.role, taken), sshPublicKey });
  });
  const isRefused = planned.some(({ errors }) => Object.keys(errors).length > 0);
  if (isRefused || !refused.isEmpty) {
    throw new Invalid({ ...refused.byField, ...(isRefused && { nodes: planned.map(({ errors }) => errors) }) });
  }
  const nodes = planned.flatMap(({ spec }) => spec ?? []);
  assertShortNames(nodes);
  return { nodes };
}

/**
 * Splits nodes into two waves. Servers and the first agent come first, because Rancher activates no node until a server
 * and an agent have registered (docs/spec/design.md#order-of-node-creation).
 */
export function wavesOf<T extends { spec: Pick<NodeSpec, 'role'> }>(nodes: readonly T[]): { first: T[]; rest: T[] } {
  const agents = nodes.filter((node) => node.spec.role === 'agent');
  const servers = nodes.filter((node) => node.spec.role === 'server');
  return { first: [...servers, ...agents.slice(0, 1)], rest: agents.slice(1) };
}
