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
  /** Address of the subnet's gateway. If absent, the subnet has no gateway, and DHCP announces none. */
  gatewayIp?: string;
  /**
   * The range from which Neutron assigns addresses at random. Other addresses of the subnet can be requested. If
   * absent, the range is the whole subnet.
   */
  allocationPool?: { start: string; end: string };
  /** If absent, the name servers of the cloud are used. */
  dnsNameservers?: readonly string[];
};
/** A router. `externalNetworkId` is absent if the router has no gateway. */
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
 * `soft-anti-affinity` prefers different hosts for the servers. `anti-affinity` requires different hosts: if no such
 * host is free, the server gets the state ERROR with "No valid host".
 */
export type ServerGroupPolicy = 'soft-anti-affinity' | 'anti-affinity';
export type ServerGroup = { id: string; name: string; policy: string; serverIds: string[] };

/**
 * The kinds of objects that Paddock creates in a project. OpenStack allows equal names, so look for an object before
 * you create it. `description` marks the owner, because Neutron refuses tags in create requests, and ignores tags of
 * ports. A list shows only the project's own objects, and makes one request for each page. Deletes also succeed if the
 * object is gone. They throw BackendConflict if the object is in use.
 */
export interface TenantObjects {
  listNetworks(): Promise<Network[]>;
  createNetwork(network: { name: string; description: string }): Promise<Network>;
  /** Deletes the network with its subnets. Neutron refuses while the network has a port. */
  deleteNetwork(id: string): Promise<void>;
  /**
   * Lets another project create ports in the network, with addresses that Neutron chooses. The permission ends when the
   * network is deleted. Also succeeds if the network is already shared with the project.
   */
  shareNetwork(id: string, projectId: string): Promise<void>;
  createSubnet(subnet: NewSubnet): Promise<{ id: string }>;
  deleteSubnet(id: string): Promise<void>;

  listRouters(): Promise<Router[]>;
  /**
   * Creates the router with its gateway in one request. SNAT is usually on. The cloud decides this, because only
   * `admin` may set SNAT.
   */
  createRouter(router: NewRouter): Promise<Router>;
  /** Replaces all static routes. Throws BackendRejected if a next hop is in no subnet of the router. */
  setStaticRoutes(routerId: string, routes: readonly StaticRoute[]): Promise<void>;
  /** Deletes the router with its gateway. Throws BackendConflict while the router has interfaces. */
  deleteRouter(id: string): Promise<void>;
  listRouterInterfaces(): Promise<RouterInterface[]>;
  /**
   * Connects the router to the subnet, with the subnet's gateway address. Also succeeds if the router is already
   * connected. Throws BackendConflict if another router has the gateway address.
   */
  addRouterInterface(item: RouterInterface): Promise<void>;
  /**
   * Connects the router to a network by a port of the project; the router gets the port's address. Used for a network
   * that another project shares. Throws BackendConflict if the port is in use.
   */
  addRouterPort(item: { routerId: string; portId: string }): Promise<void>;
  /** Removes the interface. Throws BackendConflict if a floating IP or a static route uses the interface. */
  removeRouterInterface(item: RouterInterface): Promise<void>;

  listSecurityGroups(): Promise<SecurityGroupWithRules[]>;
  /** Creates a group. A new group has two rules, which allow all outgoing traffic. */
  createSecurityGroup(group: { name: string; description: string }): Promise<SecurityGroupWithRules>;
  updateSecurityGroup(id: string, changes: { description: string }): Promise<void>;
  /** Cannot delete the project's group `default`: see CloudAdmin. */
  deleteSecurityGroup(id: string): Promise<void>;
  /** Also succeeds if the rule exists, with any description. */
  createSecurityGroupRule(groupId: string, rule: SecurityRule): Promise<void>;
  deleteSecurityGroupRule(id: string): Promise<void>;

  listServerGroups(): Promise<ServerGroup[]>;
  createServerGroup(group: { name: string; policy: ServerGroupPolicy }): Promise<ServerGroup>;
  /** Deletes the group, but not its servers. */
  deleteServerGroup(id: string): Promise<void>;

  /** Networks of the operator to which routers may be connected. */
  listExternalNetworks(): Promise<ExternalNetwork[]>;
  /** Names of Nova's availability zones that are in use. */
  listAvailabilityZones(): Promise<string[]>;
}
