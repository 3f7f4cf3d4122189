import type { TenantLimits } from '#shared/domain/infrastructure/managed-plan/tenant-limits';
import type { Quotas } from '#shared/domain/planning/quota';
import type { FloatingIp, OpenStack } from './openstack.ts';

/** A Keystone project. Tags hold neither comma nor slash, 255 characters at most. */
export type Project = { id: string; name: string; description: string; tags: string[] };
/** `name` has 64 characters at most, and is unique in its domain whatever the case of its letters. */
export type NewProject = { name: string; description: string; tags: readonly string[] };

/** How many of each the plan puts into a project, whose quota they must not pass. */
export type ProjectCounts = {
  instances: number;
  serverGroups: number;
  /** Of the largest server group. */
  serverGroupMembers: number;
  volumes: number;
  networks: number;
  subnets: number;
  routers: number;
  /** DHCP's and the routers' count too. */
  ports: number;
  floatingIps: number;
  /** With the `default` one, which Neutron makes. */
  securityGroups: number;
  /** With four of `default` and two of every other group, which Neutron makes. */
  securityGroupRules: number;
};

/** What of a cloud can be had in any of its projects. */
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
 * The cloud's own account where it may make projects. It needs the role `admin` on one project, whichever: found on a real 2026.2
 * (test/contracts/openstack/administrator-cases.ts), quotas are set with a token that is scoped to a project and holds `admin`
 * only. Nova and Neutron answer 403 to the same role on a domain or the system, all three do to `manager`. Such a token also makes
 * projects in every domain. Every call may throw the Backend* family of shared/errors.ts.
 */
export interface CloudAdmin extends CloudOffer {
  /** Projects of the domain; with a name, exactly that one; with a tag, those that carry it. One request. */
  listProjects(filter?: { name?: string; tag?: string }): Promise<Project[]>;
  /** Throws BackendConflict when the domain has one of that name. */
  createProject(project: NewProject): Promise<Project>;
  /** Gone is fine. Whatever is in it stays, and is nobody's: empty it first. */
  deleteProject(id: string): Promise<void>;
  /** Gives the account itself the role `member` there: with it a tenant's session opens. Having it is fine. */
  joinProject(id: string): Promise<void>;
  /** Limits and use, of Nova, Neutron and Cinder. */
  readProjectQuotas(id: string): Promise<Quotas>;
  /**
   * Sets cores, memory and gigabytes to the limits (MB become whole GB), and raises every other limit that the counts would pass;
   * what is wide enough, or unlimited, stays. Below what is in use is a BackendRejected.
   */
  setProjectQuotas(id: string, limits: TenantLimits, counts: ProjectCounts): Promise<void>;
  /** The cloud's defaults again; they outlive their project otherwise. */
  deleteProjectQuotas(id: string): Promise<void>;
  /** Those of a project, whoever has taken them for it. One request (pages hidden); a project that is gone has none. */
  listFloatingIps(projectId: string): Promise<FloatingIp[]>;
  /**
   * Neutron makes a project's `default` group at the first look and does not let members delete it. The last thing before its
   * project goes: each later look at the project's groups, this call's own too, makes Neutron bring one back.
   */
  deleteDefaultSecurityGroup(projectId: string): Promise<void>;
}
