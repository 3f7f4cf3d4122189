import type { TenantLimits } from '#shared/domain/infrastructure/managed-plan/tenant-quotas';
import type { Quotas } from '#shared/domain/planning/quota-text';
import type { FloatingIp, OpenStack } from './openstack.ts';

/** A Keystone project. A tag has at most 255 characters, and no comma or slash. */
export type CloudProject = { id: string; name: string; description: string; tags: string[] };
/** `name` has at most 64 characters. It is unique in its domain, ignoring case. */
export type NewCloudProject = { name: string; description: string; tags: readonly string[] };

/** How many objects of each kind the plan puts into a project. Its quotas must allow them. */
export type ProjectCounts = {
  instances: number;
  serverGroups: number;
  /** Members of the largest server group. */
  serverGroupMembers: number;
  volumes: number;
  networks: number;
  subnets: number;
  routers: number;
  /** Includes the ports of DHCP and of routers. */
  ports: number;
  floatingIps: number;
  /** Includes the `default` group, which Neutron creates. */
  securityGroups: number;
  /** Includes the rules that Neutron creates: four in `default` and two in every other group. */
  securityGroupRules: number;
};

/** What a cloud offers to every project. */
export type CloudOffer = Pick<
  OpenStack,
  | 'listFlavors'
  | 'listImages'
  | 'listVolumeTypes'
  | 'defaultVolumeType'
  | 'listExternalNetworks'
  | 'listAvailabilityZones'
>;

/**
 * The cloud's own account, where it may create projects. It needs the role `admin` on any one project. A real 2026.2
 * showed why (test/contracts/openstack/administrator-cases.ts): only a project-scoped token with `admin` may set
 * quotas. Nova and Neutron answer 403 to the same role on a domain or the system, and to `manager`. Such a token may
 * also create projects in every domain. Every call may throw the Backend* family of shared/errors.ts.
 */
export interface CloudAdmin extends CloudOffer {
  /** Projects of the domain. A name selects exactly that one, a tag those that carry it. One request. */
  listProjects(filter?: { name?: string; tag?: string }): Promise<CloudProject[]>;
  /** Throws BackendConflict when the domain has a project of that name. */
  createProject(project: NewCloudProject): Promise<CloudProject>;
  /** Succeeds when the project is gone. Its contents would stay without an owner, so empty it first. */
  deleteProject(id: string): Promise<void>;
  /**
   * Gives the account the role `member` in the project, so that it can open sessions there. Succeeds when it has the
   * role.
   */
  joinProject(id: string): Promise<void>;
  /** Limits and use in Nova, Neutron and Cinder. */
  readProjectQuotas(id: string): Promise<Quotas>;
  /**
   * Sets the quotas of cores, memory and gigabytes to the limits; MB become whole GB. Raises every other quota that the
   * counts would exceed. A quota that is large enough or unlimited stays. Throws BackendRejected when a limit is below
   * what is in use.
   */
  setProjectQuotas(id: string, limits: TenantLimits, counts: ProjectCounts): Promise<void>;
  /** Resets the quotas to the cloud's defaults. Otherwise they outlive the project. */
  deleteProjectQuotas(id: string): Promise<void>;
  /**
   * All floating IPs of a project, whoever allocated them. One request (pages hidden). Empty when the project is gone.
   */
  listFloatingIps(projectId: string): Promise<FloatingIp[]>;
  /**
   * Deletes the `default` security group of a project. Members may not. Call it last before the project is deleted:
   * Neutron creates the group again whenever somebody lists the project's groups, also for this call.
   */
  deleteDefaultSecurityGroup(projectId: string): Promise<void>;
}
