import type { Quotas } from './quota-text.ts';
import type { Tenant } from './tenant.ts';

/** Objects of a tenant as its cloud shows them. Ids are the cloud's own (a flavor's may be `1`). */
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
  /** DHCP announces further routes besides the gateway. */
  hasHostRoutes: boolean;
  /** The subnet's addresses come from the operator's subnet pool, which may be routed beyond Neutron's routers. */
  isFromSubnetPool: boolean;
};
export type VolumeType = { id: string; name: string };
export type SecurityGroup = { id: string; name: string; description: string };
/** A null protocol means any protocol; absent ports mean all ports. Without a CIDR and a group the rule is for every address. */
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

/** The address of a port. `deviceId` is the port's server or router, or empty. `deviceOwner` says which kind of device it is. */
export type PortAddress = {
  networkId: string;
  subnetId: string;
  address: string;
  deviceId: string;
  deviceOwner: string;
};
/**
 * A router. `exit` says whether it leads anywhere besides its subnets: `none`, `open`, or `hidden` for an external
 * network behind SNAT.
 */
export type RouterWays = { id: string; exit: 'none' | 'hidden' | 'open' };
/** How a tenant's networks are connected, as far as the tenant sees. */
export type Routing = { routers: readonly RouterWays[]; addresses: readonly PortAddress[] };

/** A subnet whose router has an external network, from which the subnet's machines can get floating IPs. */
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
  /** The type that the cloud gives a volume without a type. The volume counts towards that type's quota. */
  defaultVolumeType: string | undefined;
  /** The external network behind each subnet's router. Read only when machines get floating IPs. */
  gateways: readonly SubnetGateway[];
  /** Addresses in use in the order's subnets, including those of other projects. Empty when they were not read. */
  addresses: readonly PortAddress[];
  /** Read only when the order's nodes are in several networks. */
  routing?: Routing;
};
