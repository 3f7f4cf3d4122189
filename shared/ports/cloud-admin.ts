import type { TenantLimits } from '#shared/domain/infrastructure/managed-plan/tenant-quotas';
import type { Quotas } from '#shared/domain/planning/quota-text';
import type { FloatingIp, OpenStack } from './openstack.ts';

/** A Keystone project. A tag has at most 255 characters, and contains no comma and no slash. */
export type CloudProject = { id: string; name: string; description: string; tags: string[] };
/** `name` has at most 64 characters. No other project of the domain may have this name, in upper or lower case. */
export type NewCloudProject = { name: string; description: string; tags: readonly string[] };

/** How many objects of each kind the plan puts into a project. The project's quotas must allow these numbers. */
export type ProjectCounts = {
  instances: number;
  serverGroups: number;
  /** Number of members of the largest server group. */
  serverGroupMembers: number;
  volumes: number;
  networks: number;
  subnets: number;
  routers: number;
  /** Includes the ports of DHCP agents and routers. */
  ports: number;
  floatingIps: number;
  /** Includes the group `default`, which Neutron creates. */
  securityGroups: number;
  /** Includes the rules that Neutron creates: four rules in `default` and two rules in every other group. */
  securityGroupRules: number;
};

/** Lists of the flavors, images, networks and so on that every project of a cloud can use. */
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
 * The cloud's own account, if this account may create projects. The account needs the role `admin` on any one project,
 * because only a project-scoped token with `admin` may set quotas. Nova and Neutron answer 403 to `admin` on a domain
 * or the system, and to `manager` (checked on a real 2026.2: test/contracts/openstack/administrator-cases.ts). A
 * project-scoped `admin` token may also create projects in every domain. Every call may throw the Backend* family of
 * shared/errors.ts.
 */
export interface CloudAdmin extends CloudOffer {
  /** Lists the projects of the domain, or only those with this name or tag. One request. */
  listProjects(filter?: { name?: string; tag?: string }): Promise<CloudProject[]>;
  /** Throws BackendConflict if the domain has a project of that name. */
  createProject(project: NewCloudProject): Promise<CloudProject>;
  /**
   * Deletes an empty project. Objects that are left in the project would lose their owner. Also succeeds if the project
   * is gone.
   */
  deleteProject(id: string): Promise<void>;
  /**
   * Gives the account the role `member` in the project, so that the account can open sessions there. Also succeeds if
   * the account has this role.
   */
  joinProject(id: string): Promise<void>;
  /** Limits and usage in Nova, Neutron and Cinder. */
  readProjectQuotas(id: string): Promise<Quotas>;
  /**
   * Sets the quotas of cores, memory and gigabytes to the limits; MB are rounded to whole GB. Raises every other quota
   * that is lower than its number in `counts`. Other quotas stay. Throws BackendRejected if a limit is below the
   * current usage.
   */
  setProjectQuotas(id: string, limits: TenantLimits, counts: ProjectCounts): Promise<void>;
  /** Resets the quotas to the cloud's defaults. Without this call, they remain stored after the project is deleted. */
  deleteProjectQuotas(id: string): Promise<void>;
  /**
   * All floating IPs of a project, including those that Paddock did not allocate. One request for each page. Empty if
   * the project is gone.
   */
  listFloatingIps(projectId: string): Promise<FloatingIp[]>;
  /**
   * Deletes the project's security group `default`, which members of the project may not delete. Call this last before
   * the project is deleted: Neutron creates the group again whenever somebody lists the project's groups, including for
   * this call.
   */
  deleteDefaultSecurityGroup(projectId: string): Promise<void>;
}
