import type { TenantLimits } from '#shared/domain/infrastructure/managed-plan/tenant-quotas';
import type { Quotas } from '#shared/domain/planning/quota-text';
import type { FloatingIp, OpenStack } from '../openstack.ts';
import type { ApplicationCredentials } from './application-credentials.ts';

/** A Keystone project. A tag has at most 255 characters, and contains no comma and no slash. */
export type CloudProject = { id: string; name: string; description: string; tags: string[] };
/**
 * `name` has at most 64 characters. No other project of the domain may have the same name. Upper and lower case count
 * as equal.
 */
export type NewCloudProject = { name: string; description: string; tags: readonly string[] };

/** How many objects of each kind the plan puts into a project. The project's quotas must allow them. */
export type ProjectCounts = {
  instances: number;
  serverGroups: number;
  /** The number of members of the largest server group. */
  serverGroupMembers: number;
  volumes: number;
  networks: number;
  subnets: number;
  routers: number;
  /** Number of ports, including the ports of DHCP agents and routers. */
  ports: number;
  floatingIps: number;
  /** Number of security groups, including the group `default`, which Neutron creates. */
  securityGroups: number;
  /**
   * Number of rules, including the rules that Neutron creates: four in the group `default` and two in every other
   * group.
   */
  securityGroupRules: number;
};

/** Lists of the flavors, images, networks and other objects that every project of a cloud can use. */
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
 * Finds and deletes the account's application credentials. Unlike a session in a tenant, this also works for the
 * credentials of a deleted project.
 */
type CredentialRemoval = Pick<ApplicationCredentials, 'listApplicationCredentials' | 'deleteApplicationCredential'>;

/**
 * A session of the cloud's own account, if this account has the right to create projects. The account needs the role
 * `admin` in at least one project, because quotas can be set only with a token for such a project. The role `admin` on
 * a domain or the system is not enough, and neither is the role `manager`: Nova and Neutron answer 403 (checked on a
 * real 2026.2: test/contracts/openstack/administrator-cases.ts). The token for the project also gives the right to
 * create projects in every domain. Every call may throw the Backend* family of shared/errors.ts.
 */
export interface CloudAdmin extends CloudOffer, CredentialRemoval {
  /** Lists the projects of the domain, or only those with this name or tag. Makes one request. */
  listProjects(filter?: { name?: string; tag?: string }): Promise<CloudProject[]>;
  /** Throws BackendConflict if the domain already has a project with this name. */
  createProject(project: NewCloudProject): Promise<CloudProject>;
  /**
   * Deletes a project, which must be empty. Objects that are left in it would lose their owner. Also succeeds if the
   * project is gone.
   */
  deleteProject(id: string): Promise<void>;
  /**
   * Gives the account the role `member` in the project, so that the account can open sessions in the project. Also
   * succeeds if the account already has the role.
   */
  joinProject(id: string): Promise<void>;
  readProjectQuotas(id: string): Promise<Quotas>;
  /**
   * Sets the quotas of cores, memory and gigabytes to the limits. For gigabytes, MB are rounded to whole GB. For each
   * kind of object in `counts`, a quota below the number in `counts` is raised to this number. All other quotas stay as
   * they are. Throws BackendRejected if a limit is below the current usage.
   */
  setProjectQuotas(id: string, limits: TenantLimits, counts: ProjectCounts): Promise<void>;
  /**
   * Resets the project's quotas to the cloud's defaults. Without this call, the cloud would keep the project's own
   * quotas even after the project is deleted.
   */
  deleteProjectQuotas(id: string): Promise<void>;
  /**
   * All floating IPs of a project, including those that Paddock did not allocate. Makes one request for each page.
   * Empty if the project is gone.
   */
  listFloatingIps(projectId: string): Promise<FloatingIp[]>;
  /**
   * Deletes the project's security group `default`. Members of the project have no right to delete this group. This
   * must be the last call before the project is deleted, because Neutron creates the group again whenever somebody
   * lists the project's groups.
   */
  deleteDefaultSecurityGroup(projectId: string): Promise<void>;
}
