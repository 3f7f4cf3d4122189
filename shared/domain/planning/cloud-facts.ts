import type { Quotas } from './quota-text.ts';
import type { Tenant } from './tenant.ts';

/**
 * Objects of a tenant as its cloud shows them, with the cloud's own ids. Not all ids are uuids: the id of a flavor may
 * be `1`.
 */
export type Flavor = { id: string; name: string; vcpus: number; ramMb: number; diskGb: number };
export type Image = {
  id: string;
  name: string;
  minDiskGb: number;
  minRamMb: number;
  /** An image for rescuing a broken machine. */
  isRescue?: true;
};
export type Subnet = {
  id: string;
  name: string;
  networkId: string;
  cidr: string;
  gatewayIp: string | null;
  /** Ranges from which Neutron assigns addresses, each with its first and last address. */
  pools: readonly { start: string; end: string }[];
  /** Whether DHCP announces routes in addition to the gateway. */
  hasHostRoutes: boolean;
  /**
   * Whether the addresses come from a subnet pool of the operator. Such a subnet may be routed by other routers than
   * Neutron's.
   */
  isFromSubnetPool: boolean;
};
export type VolumeType = { id: string; name: string };
export type SecurityGroup = { id: string; name: string; description: string };
/**
 * A rule of a security group. The protocol null means any protocol, and without ports the rule is for all ports.
 * Without a CIDR and a group the rule is for all addresses.
 */
export type SecurityGroupRule = {
  id: string;
  direction: 'ingress' | 'egress';
  ethertype: 'IPv4' | 'IPv6';
  protocol: string | null;
  fromPort?: number;
  toPort?: number;
  /** The permitted network. Neutron has removed its host bits. */
  cidr?: string;
  remoteGroupId?: string;
  description: string;
};
export type SecurityGroupWithRules = SecurityGroup & { rules: SecurityGroupRule[] };

/**
 * The address of a port. `deviceId` is the server or router of the port; empty if it has none. `deviceOwner` is the
 * kind of device.
 */
export type PortAddress = {
  networkId: string;
  subnetId: string;
  address: string;
  deviceId: string;
  deviceOwner: string;
};
/**
 * A router. `exit` is about networks beyond its own subnets: `none` if it leads to none, `hidden` if it leads to an
 * external network behind SNAT, otherwise `open`.
 */
export type RouterWays = { id: string; exit: 'none' | 'hidden' | 'open' };
/** How a tenant's networks are connected. It includes only devices that the tenant can see. */
export type Routing = { routers: readonly RouterWays[]; addresses: readonly PortAddress[] };

/** A subnet whose router has an external network. Machines in the subnet can get floating IPs from this network. */
export type SubnetGateway = { subnetId: string; externalNetworkId: string };

/** All facts about one tenant that a plan needs, read once for each plan (docs/spec/design.md#few-calls). */
export type TenantFacts = {
  tenant: Tenant;
  flavors: readonly Flavor[];
  images: readonly Image[];
  subnets: readonly Subnet[];
  volumeTypes: readonly VolumeType[];
  securityGroups: readonly SecurityGroupWithRules[];
  quotas: Quotas;
  /** The type of volumes that are created without a type. They count towards the quota of this type. */
  defaultVolumeType: string | undefined;
  /** The external network of each subnet's router. Read only if machines get floating IPs. */
  gateways: readonly SubnetGateway[];
  /** Used addresses in the order's subnets, including those of other projects. Empty if they were not read. */
  addresses: readonly PortAddress[];
  /** Read only if the nodes of the order are in several networks. */
  routing?: Routing;
};
