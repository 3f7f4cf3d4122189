export type ProvisioningStatus = 'ACTIVE' | 'PENDING_CREATE' | 'PENDING_UPDATE' | 'PENDING_DELETE' | 'ERROR';

/** The columns that all objects of Octavia have. */
export interface OctaviaRow {
  id: string;
  name: string;
  description: string;
  project_id: string;
  tags: string[];
  admin_state_up: boolean;
  provisioning_status: ProvisioningStatus;
  created_at: string;
  updated_at: string | null;
}

export interface LoadBalancer extends OctaviaRow {
  provider: string;
  flavor_id: string | null;
  availability_zone: string | null;
  vip_address: string;
  vip_port_id: string;
  vip_subnet_id: string;
  vip_network_id: string;
}

/** A part of a load balancer. `fields` holds the fields of its kind, in the form of the API. */
export interface Part extends OctaviaRow {
  kind: 'listener' | 'pool' | 'member' | 'healthmonitor';
  loadBalancerId: string;
  /**
   * The id of the parent: the pool of a member or a monitor, or the listener of a pool. Empty for a part without a
   * parent.
   */
  parentId: string;
  fields: Record<string, unknown>;
}

export const octaviaStore = () => ({
  loadBalancers: new Map<string, LoadBalancer>(),
  parts: new Map<string, Part>(),
  /** How many load balancers a project may have. Without an entry there is no limit. */
  quotas: new Map<string, number>(),
});

export type OctaviaStore = ReturnType<typeof octaviaStore>;
