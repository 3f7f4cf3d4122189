import type { Quotas } from './quota.ts';
import type { Tenant } from './tenant.ts';

/** Things of a tenant as its cloud shows them; ids are the cloud's own (a flavor's may be `1`). */
export type Flavor = { id: string; name: string; vcpus: number; ramMb: number; diskGb: number };
export type Image = {
  id: string;
  name: string;
  minDiskGb: number;
  minRamMb: number;
  /** Made for starting a broken machine from it. */
  isRescue?: true;
};
export type Subnet = {
  id: string;
  name: string;
  networkId: string;
  cidr: string;
  gatewayIp: string | null;
  /** Where ports get addresses from that ask for none; first and last of each. */
  pools: readonly { start: string; end: string }[];
  /** Machines in it are told of ways besides the gateway. */
  hasHostRoutes: boolean;
  /** Its addresses come from a pool of the operator's, which may be routed beyond Neutron's routers as they are. */
  isFromSubnetPool: boolean;
};
export type VolumeType = { id: string; name: string };
export type SecurityGroup = { id: string; name: string; description: string };
/** A null protocol is any; absent ports are all, an absent cidr with no group anywhere. */
export type SecurityGroupRule = {
  id: string;
  direction: 'ingress' | 'egress';
  ethertype: 'IPv4' | 'IPv6';
  protocol: string | null;
  fromPort?: number;
  toPort?: number;
  /** As Neutron counts it, without bits of the host. */
  cidr?: string;
  remoteGroupId?: string;
  description: string;
};
export type SecurityGroupWithRules = SecurityGroup & { rules: SecurityGroupRule[] };

/** An address that a port has. `device` is the server, router, … it belongs to, empty for none, and `deviceOwner` says which of them. */
export type PortAddress = {
  networkId: string;
  subnetId: string;
  address: string;
  deviceId: string;
  deviceOwner: string;
};
/** `exit`: where else it leads, besides the subnets it has feet in; `hidden` is an external network, by addresses of that one (SNAT). */
export type RouterWays = { id: string; exit: 'none' | 'hidden' | 'open' };
/** How a tenant's networks hang together, as far as the tenant sees. */
export type Routing = { routers: readonly RouterWays[]; addresses: readonly PortAddress[] };

/** A subnet whose router leads to an external network: its machines can have floating IPs of that one. */
export type SubnetGateway = { subnetId: string; externalNetworkId: string };

/** Everything the plan needs to know of one tenant, read once per plan (docs/spec/design.md#few-calls). */
export type TenantFacts = {
  tenant: Tenant;
  flavors: readonly Flavor[];
  images: readonly Image[];
  subnets: readonly Subnet[];
  volumeTypes: readonly VolumeType[];
  securityGroups: readonly SecurityGroupWithRules[];
  quotas: Quotas;
  /** What a volume gets that names no type; counts for its quota. */
  defaultVolumeType: string | undefined;
  /** Which external network a subnet's router leads to; read when machines are to get floating IPs. */
  gateways: readonly SubnetGateway[];
  /** Those in use in the order's subnets, whosever they are; empty when nobody asked. */
  addresses: readonly PortAddress[];
  /** Read when the order's nodes are to be in several networks. */
  routing?: Routing;
};
