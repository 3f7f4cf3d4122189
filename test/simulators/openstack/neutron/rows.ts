/** The fields of every Neutron object. Rows are stored as they are shown. */
export interface NeutronRow {
  id: string;
  name: string;
  description: string;
  project_id: string;
  tags: string[];
  created_at: string;
  updated_at: string;
  revision_number: number;
}

export interface Network extends NeutronRow {
  admin_state_up: boolean;
  shared: boolean;
  'router:external': boolean;
  mtu: number;
  port_security_enabled: boolean;
  'provider:network_type': string;
  'provider:physical_network': string | null;
  'provider:segmentation_id': number | null;
}

export interface Pool {
  start: string;
  end: string;
}

export interface Subnet extends NeutronRow {
  network_id: string;
  ip_version: 4;
  cidr: string;
  gateway_ip: string | null;
  allocation_pools: Pool[];
  dns_nameservers: string[];
  host_routes: { destination: string; nexthop: string }[];
  enable_dhcp: boolean;
}

export interface FixedIp {
  subnet_id: string;
  ip_address: string;
}

export interface AddressPair {
  ip_address: string;
  mac_address?: string | undefined;
}

export interface Port extends NeutronRow {
  network_id: string;
  admin_state_up: boolean;
  status: 'ACTIVE' | 'DOWN';
  mac_address: string;
  fixed_ips: FixedIp[];
  device_id: string;
  device_owner: string;
  security_groups: string[];
  allowed_address_pairs: AddressPair[];
  port_security_enabled: boolean;
  'binding:host_id': string;
}

export interface Router extends NeutronRow {
  admin_state_up: boolean;
  external_gateway_info: { network_id: string; enable_snat: boolean; external_fixed_ips: FixedIp[] } | null;
  routes: { destination: string; nexthop: string }[];
}

export interface RbacPolicy extends Omit<NeutronRow, 'name'> {
  object_type: 'network';
  object_id: string;
  action: 'access_as_shared';
  target_tenant: string;
}

export interface SecurityGroup extends NeutronRow {
  stateful: boolean;
}

export interface SecurityGroupRule extends Omit<NeutronRow, 'name'> {
  security_group_id: string;
  direction: 'ingress' | 'egress';
  ethertype: 'IPv4' | 'IPv6';
  protocol: string | null;
  port_range_min: number | null;
  port_range_max: number | null;
  remote_ip_prefix: string | null;
  remote_group_id: string | null;
}

export interface FloatingIp extends Omit<NeutronRow, 'name'> {
  floating_network_id: string;
  floating_ip_address: string;
  fixed_ip_address: string | null;
  port_id: string | null;
  router_id: string | null;
}

export const neutronStore = () => ({
  networks: new Map<string, Network>(),
  subnets: new Map<string, Subnet>(),
  ports: new Map<string, Port>(),
  routers: new Map<string, Router>(),
  securityGroups: new Map<string, SecurityGroup>(),
  securityGroupRules: new Map<string, SecurityGroupRule>(),
  floatingIps: new Map<string, FloatingIp>(),
  rbacPolicies: new Map<string, RbacPolicy>(),
  /** Limits that differ from the default, by project. */
  quotas: new Map<string, Record<string, number>>(),
});

export type NeutronStore = ReturnType<typeof neutronStore>;
