import type { ExternalNetwork } from '#shared/domain/infrastructure/offered-cloud';
import type { SecurityRule } from '#shared/domain/infrastructure/security-groups/security-rules';
import type { SecurityGroupWithRules } from '#shared/domain/planning/cloud-facts';

export type { SecurityGroupRule, SecurityGroupWithRules } from '#shared/domain/planning/cloud-facts';

export type Network = { id: string; name: string; description: string };
export type NewSubnet = {
  networkId: string;
  name: string;
  description: string;
  cidr: string;
  /** Address of the subnet's gateway. If undefined, the subnet has no gateway, and DHCP announces no gateway. */
  gatewayIp?: string;
  /**
   * The range from which Neutron takes addresses for ports that request no address. A port may request any other
   * address of the subnet. If undefined, the range is the whole subnet.
   */
  allocationPool?: { start: string; end: string };
  /** Addresses of name servers. If undefined, the name servers of the cloud are used. */
  dnsNameservers?: readonly string[];
};
/** A router. `externalNetworkId` is undefined if the router has no gateway. */
export type Router = {
  id: string;
  name: string;
  description: string;
  externalNetworkId?: string;
  routes: StaticRoute[];
};
/** A static route. `destination` is a CIDR, and `nexthop` an address in a subnet of the router. */
export type StaticRoute = { destination: string; nexthop: string };
export type NewRouter = { name: string; description: string; externalNetworkId: string };
export type RouterInterface = { routerId: string; subnetId: string };

/**
 * `soft-anti-affinity`: Nova prefers different hosts for the servers. `anti-affinity`: Nova requires different hosts. A
 * server for which no host is free then gets the state ERROR with "No valid host".
 * `soft-affinity`: Nova prefers a common host for the servers. `affinity`: Nova requires a common host.
 */
export type ServerGroupPolicy = 'soft-anti-affinity' | 'anti-affinity' | 'soft-affinity' | 'affinity';
export type ServerGroup = { id: string; name: string; policy: string; serverIds: string[] };

/**
 * The objects that Paddock creates in an OpenStack project. OpenStack allows equal names, so the caller must look for
 * an object before creating it. The owner is written into `description`, because Neutron refuses tags in create
 * requests, and ignores tags of ports. A list shows only objects of the project, and makes one request for each page. A
 * deletion also succeeds if the object is gone. A deletion throws BackendConflict if the object is in use.
 */
export interface TenantObjects {
  listNetworks(): Promise<Network[]>;
  createNetwork(network: { name: string; description: string }): Promise<Network>;
  /** Deletes the network with its subnets. Throws BackendConflict while the network has a port. */
  deleteNetwork(id: string): Promise<void>;
  /**
   * Lets another project create ports in the network. Neutron chooses the addresses of these ports. The right ends when
   * the network is deleted. Also succeeds if the other project already has the right.
   */
  shareNetwork(id: string, projectId: string): Promise<void>;
  createSubnet(subnet: NewSubnet): Promise<{ id: string }>;
  deleteSubnet(id: string): Promise<void>;

  listRouters(): Promise<Router[]>;
  /**
   * Creates the router with its gateway in one request. The cloud decides whether SNAT is on (usually it is), because
   * only the role `admin` may set it.
   */
  createRouter(router: NewRouter): Promise<Router>;
  /** Replaces all static routes. Throws BackendRejected if a next hop is not in a subnet of the router. */
  setStaticRoutes(routerId: string, routes: readonly StaticRoute[]): Promise<void>;
  /** Deletes the router with its gateway. Throws BackendConflict while the router is connected to a subnet. */
  deleteRouter(id: string): Promise<void>;
  listRouterInterfaces(): Promise<RouterInterface[]>;
  /**
   * Connects the router to the subnet. The router gets the subnet's gateway address. Also succeeds if the router is
   * already connected. Throws BackendConflict if another router has the gateway address.
   */
  addRouterInterface(item: RouterInterface): Promise<void>;
  /**
   * Connects the router to a network by an existing port. The router gets the port's address. This is for networks that
   * another project shares. Throws BackendConflict if the port is in use.
   */
  addRouterPort(item: { routerId: string; portId: string }): Promise<void>;
  /**
   * Disconnects the router from the subnet. Throws BackendConflict if a floating IP or a static route needs the
   * connection.
   */
  removeRouterInterface(item: RouterInterface): Promise<void>;

  listSecurityGroups(): Promise<SecurityGroupWithRules[]>;
  /** Creates a security group. Neutron gives it two rules, which allow all outgoing traffic. */
  createSecurityGroup(group: { name: string; description: string }): Promise<SecurityGroupWithRules>;
  updateSecurityGroup(id: string, changes: { description: string }): Promise<void>;
  /** Deletes a security group, but not the project's group `default`. CloudAdmin deletes that group. */
  deleteSecurityGroup(id: string): Promise<void>;
  /** Also succeeds if the group already has the rule, with any description. */
  createSecurityGroupRule(groupId: string, rule: SecurityRule): Promise<void>;
  deleteSecurityGroupRule(id: string): Promise<void>;

  listServerGroups(): Promise<ServerGroup[]>;
  createServerGroup(group: { name: string; policy: ServerGroupPolicy }): Promise<ServerGroup>;
  /** Deletes the server group, but not its servers. */
  deleteServerGroup(id: string): Promise<void>;

  /** The operator's networks to which routers may be connected. */
  listExternalNetworks(): Promise<ExternalNetwork[]>;
  /** Names of Nova's availability zones that have hosts. */
  listAvailabilityZones(): Promise<string[]>;
}
