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
  /** Absent: nothing leads out, and DHCP announces no gateway. */
  gatewayIp?: string;
  /**
   * The range of automatic addresses, which are chosen at random. Other addresses of the subnet can be requested.
   * Absent: the whole subnet.
   */
  allocationPool?: { start: string; end: string };
  /** Absent: the cloud's own name servers. */
  dnsNameservers?: readonly string[];
};
/** `externalNetworkId` is absent while the router has no gateway. */
export type Router = {
  id: string;
  name: string;
  description: string;
  externalNetworkId?: string;
  routes: StaticRoute[];
};
/** `destination` is a CIDR. `nexthop` is an address in a subnet of the router. */
export type StaticRoute = { destination: string; nexthop: string };
export type NewRouter = { name: string; description: string; externalNetworkId: string };
export type RouterInterface = { routerId: string; subnetId: string };

/**
 * `soft-anti-affinity` prefers different hosts. `anti-affinity` requires them: without a free one the server ends in
 * ERROR, "No valid host".
 */
export type ServerGroupPolicy = 'soft-anti-affinity' | 'anti-affinity';
export type ServerGroup = { id: string; name: string; policy: string; serverIds: string[] };

/**
 * What Paddock creates in a project. OpenStack allows equal names, so look for an object before creating it.
 * `description` marks the owner: Neutron refuses tags in create requests, and ignores them for ports. Every list is one
 * request (pages hidden) and shows the project's own objects only. Deletes succeed when the object is gone, and throw
 * BackendConflict while it is in use.
 */
export interface TenantObjects {
  listNetworks(): Promise<Network[]>;
  createNetwork(network: { name: string; description: string }): Promise<Network>;
  /** Deletes its subnets as well, once no port is left in it. */
  deleteNetwork(id: string): Promise<void>;
  /**
   * Lets another project create ports in the network, with addresses that Neutron chooses. Succeeds when it is shared
   * already. Ends with the network.
   */
  shareNetwork(id: string, projectId: string): Promise<void>;
  createSubnet(subnet: NewSubnet): Promise<{ id: string }>;
  deleteSubnet(id: string): Promise<void>;

  listRouters(): Promise<Router[]>;
  /**
   * Creates the router with its gateway in one request. The cloud decides about SNAT, usually on: to choose it needs
   * `admin`.
   */
  createRouter(router: NewRouter): Promise<Router>;
  /** Replaces all static routes. Throws BackendRejected when a next hop is in none of the router's subnets. */
  setStaticRoutes(routerId: string, routes: readonly StaticRoute[]): Promise<void>;
  /** Deletes its gateway as well. Throws BackendConflict while it has interfaces. */
  deleteRouter(id: string): Promise<void>;
  listRouterInterfaces(): Promise<RouterInterface[]>;
  /**
   * Gives the router the subnet's gateway address. Succeeds when it has it. Throws BackendConflict when another router
   * has it.
   */
  addRouterInterface(item: RouterInterface): Promise<void>;
  /**
   * Connects the router by one of the project's own ports, and gives it the port's address: the way into a network that
   * is shared with the project. Throws BackendConflict for a port in use.
   */
  addRouterPort(item: { routerId: string; portId: string }): Promise<void>;
  /** Throws BackendConflict while a floating IP is behind the interface, or a static route leads through it. */
  removeRouterInterface(item: RouterInterface): Promise<void>;

  listSecurityGroups(): Promise<SecurityGroupWithRules[]>;
  /** A new group has two rules, which allow all outgoing traffic. */
  createSecurityGroup(group: { name: string; description: string }): Promise<SecurityGroupWithRules>;
  updateSecurityGroup(id: string, changes: { description: string }): Promise<void>;
  /** Not for the project's `default` group: see CloudAdmin. */
  deleteSecurityGroup(id: string): Promise<void>;
  /** Succeeds when the rule exists, whatever its description. */
  createSecurityGroupRule(groupId: string, rule: SecurityRule): Promise<void>;
  deleteSecurityGroupRule(id: string): Promise<void>;

  listServerGroups(): Promise<ServerGroup[]>;
  createServerGroup(group: { name: string; policy: ServerGroupPolicy }): Promise<ServerGroup>;
  /** The servers of the group stay. */
  deleteServerGroup(id: string): Promise<void>;

  /** The operator's networks that routers may be connected to. */
  listExternalNetworks(): Promise<ExternalNetwork[]>;
  /** Names of Nova's availability zones in use. */
  listAvailabilityZones(): Promise<string[]>;
}
