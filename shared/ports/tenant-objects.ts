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
  /** None: nothing leads out, and no machine is told addresses there (DHCP). */
  gatewayIp?: string;
  /** Automatic addresses come from here, at random; others of the subnet can be asked for. None: from all of it. */
  allocationPool?: { start: string; end: string };
  /** None: the cloud's own. */
  dnsNameservers?: readonly string[];
};
/** `externalNetworkId` is absent while it has no gateway. */
export type Router = {
  id: string;
  name: string;
  description: string;
  externalNetworkId?: string;
  routes: StaticRoute[];
};
/** `destination` is a CIDR, `nexthop` an address in a subnet that the router has a foot in. */
export type StaticRoute = { destination: string; nexthop: string };
export type NewRouter = { name: string; description: string; externalNetworkId: string };
export type RouterInterface = { routerId: string; subnetId: string };

/** `soft-…` prefers different hosts, `anti-affinity` demands them: without one the server ends in ERROR, «No valid host». */
export type ServerGroupPolicy = 'soft-anti-affinity' | 'anti-affinity';
export type ServerGroup = { id: string; name: string; policy: string; serverIds: string[] };

/**
 * What a project is furnished with. OpenStack lets names repeat, so whoever makes a thing looks for it first; `description` says
 * whose it is, for Neutron refuses tags in a create request (a port's it ignores). Every list is one request (pages hidden) and
 * shows the project's own things only. Deleting what is gone is fine; what is in use is a BackendConflict.
 */
export interface TenantObjects {
  listNetworks(): Promise<Network[]>;
  createNetwork(network: { name: string; description: string }): Promise<Network>;
  /** Takes its subnets along, once no port is left in it. */
  deleteNetwork(id: string): Promise<void>;
  /** Another project may put ports into it too, where the addresses are Neutron's to choose. Shared already is fine; it ends with the network. */
  shareNetwork(id: string, projectId: string): Promise<void>;
  createSubnet(subnet: NewSubnet): Promise<{ id: string }>;
  deleteSubnet(id: string): Promise<void>;

  listRouters(): Promise<Router[]>;
  /** With the gateway in the same request; whether it hides addresses (SNAT) is the cloud's choice, usually yes: to say it needs `admin`. */
  createRouter(router: NewRouter): Promise<Router>;
  /** These in place of those it had. A BackendRejected where a next hop is in none of its subnets. */
  setStaticRoutes(routerId: string, routes: readonly StaticRoute[]): Promise<void>;
  /** Takes its gateway along; one with interfaces is in use. */
  deleteRouter(id: string): Promise<void>;
  listRouterInterfaces(): Promise<RouterInterface[]>;
  /** Gives the router the subnet's gateway address. There already is fine; another router's is a BackendConflict. */
  addRouterInterface(item: RouterInterface): Promise<void>;
  /** By a port of the project's own, whose address the router gets: the way into a network that is shared with it. A port in use is a BackendConflict. */
  addRouterPort(item: { routerId: string; portId: string }): Promise<void>;
  /** A BackendConflict while a floating IP is behind it, or a static route leads through it. */
  removeRouterInterface(item: RouterInterface): Promise<void>;

  listSecurityGroups(): Promise<SecurityGroupWithRules[]>;
  /** Born with two rules, which let everything out. */
  createSecurityGroup(group: { name: string; description: string }): Promise<SecurityGroupWithRules>;
  updateSecurityGroup(id: string, changes: { description: string }): Promise<void>;
  /** Not the project's `default` one: see CloudAdmin. */
  deleteSecurityGroup(id: string): Promise<void>;
  /** There already is fine, whatever its description. */
  createSecurityGroupRule(groupId: string, rule: SecurityRule): Promise<void>;
  deleteSecurityGroupRule(id: string): Promise<void>;

  listServerGroups(): Promise<ServerGroup[]>;
  createServerGroup(group: { name: string; policy: ServerGroupPolicy }): Promise<ServerGroup>;
  /** Its servers stay. */
  deleteServerGroup(id: string): Promise<void>;

  /** Networks of the operator that routers may lead to. */
  listExternalNetworks(): Promise<ExternalNetwork[]>;
  /** Names of Nova's, those in use. */
  listAvailabilityZones(): Promise<string[]>;
}
