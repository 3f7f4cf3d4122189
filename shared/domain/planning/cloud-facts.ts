import type { Quotas } from './quota-text.ts';
import type { Tenant } from './tenant.ts';

/** A flavor of the cloud, with the cloud's id. This id need not be a uuid: the id of a flavor may be `1`. */
export type Flavor = { id: string; name: string; vcpus: number; ramMb: number; diskGb: number };
export type Image = {
  id: string;
  name: string;
  minDiskGb: number;
  minRamMb: number;
  /** An image for rescuing a broken machine. */
  isRescue?: true;
  /**
   * The properties `os_distro`, `hw_disk_bus` and `kube_version` of the image. Each is undefined if the image lacks the
   * property.
   */
  osDistro?: string;
  diskBus?: string;
  kubeVersion?: string;
};
export type Subnet = {
  id: string;
  name: string;
  networkId: string;
  cidr: string;
  gatewayIp: string | null;
  /** Ranges from which Neutron assigns addresses. Each has a first and a last address. */
  pools: readonly { start: string; end: string }[];
  /** Whether DHCP announces more routes than the one to the gateway. */
  hasHostRoutes: boolean;
  /**
   * Whether the addresses come from a subnet pool of the operator. Routers outside of Neutron may route such a subnet.
   */
  isFromSubnetPool: boolean;
};
export type VolumeType = { id: string; name: string };
export type SecurityGroup = { id: string; name: string; description: string };
/**
 * A rule of a security group. The protocol null means any protocol. A rule without ports is for all ports. A rule with
 * neither CIDR nor group is for all addresses.
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
 * The address of a port. `deviceId` is the server or router to which the port belongs, or empty. `deviceOwner` is the
 * kind of this device.
 */
export type PortAddress = {
  networkId: string;
  subnetId: string;
  address: string;
  deviceId: string;
  deviceOwner: string;
};
/**
 * A router. `exit` says how packets can leave through the router to networks beyond its own subnets. `none`: not at
 * all. `hidden`: only to an external network, with the router's address in place of the sender's address (SNAT).
 * `open`: every other case.
 */
export type RouterWays = { id: string; exit: 'none' | 'hidden' | 'open' };
/** How the networks of a tenant are connected. Only devices that the tenant can see are included. */
export type Routing = { routers: readonly RouterWays[]; addresses: readonly PortAddress[] };

/** A subnet whose router has an external network. Machines in the subnet can get floating IPs from this network. */
export type SubnetGateway = { subnetId: string; externalNetworkId: string };

/** All facts about one tenant that a plan needs. Each plan reads them once (docs/spec/design.md#few-calls). */
export type TenantFacts = {
  tenant: Tenant;
  flavors: readonly Flavor[];
  images: readonly Image[];
  subnets: readonly Subnet[];
  volumeTypes: readonly VolumeType[];
  securityGroups: readonly SecurityGroupWithRules[];
  quotas: Quotas;
  /** The type that the cloud gives to a volume without a type. The volume counts towards the quota of this type. */
  defaultVolumeType: string | undefined;
  /** The external network of each subnet's router. Paddock reads it only if machines get floating IPs. */
  gateways: readonly SubnetGateway[];
  /**
   * External networks. Paddock reads them only if machines of pools get floating IPs, because Rancher finds the network
   * by its name.
   */
  externalNetworks?: readonly { id: string; name: string }[];
  /** The tenant's server groups. Paddock reads them only for pools, whose requests may name one. */
  serverGroups?: readonly { id: string }[];
  /** Whether the cloud has Octavia. Paddock reads it only for clusters of Cluster API. */
  hasLoadBalancers?: boolean;
  /** Used addresses in the subnets of the order, including addresses of other projects. Empty if they were not read. */
  addresses: readonly PortAddress[];
  /**
   * How the tenant's networks are connected. Paddock reads this only if the nodes of the order are in several networks.
   */
  routing?: Routing;
};
