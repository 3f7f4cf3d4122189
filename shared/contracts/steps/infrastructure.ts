import { z } from 'zod';
import { uuid } from '#shared/domain/_core/identifier';
import { nothing, ofTenant, step, target, tenants } from './contract.ts';

export const infrastructureSteps = {
  /** Reads the clouds once, plans, and writes a row for each tenant. Existing rows stay. */
  planTenants: step('infrastructure.planTenants', target, tenants),
  /** Makes the Keystone project, our role in it and its quotas. After that, sessions of the tenant can be opened. */
  ensureProject: step('infrastructure.ensureProject', ofTenant, nothing),
  /** Makes network, subnet, router with its interface, and server groups. */
  ensureNetwork: step('infrastructure.ensureNetwork', ofTenant, nothing),
  /** Connects the routers of tenants in one cloud. Does nothing if each tenant is alone in its cloud. */
  ensurePeerNetworks: step('infrastructure.ensurePeerNetworks', target, nothing),
  /** Makes `k8s_admin` and `k8s_public` with their rules, and the rules of `default`. */
  ensureSecurityGroups: step('infrastructure.ensureSecurityGroups', ofTenant, nothing),
  /** Makes port, floating IP and server. The floating IP becomes the cluster's address. */
  ensureLoadBalancer: step('infrastructure.ensureLoadBalancer', ofTenant, nothing),
  /** Lists the servers once per tenant. True if every load balancer is ACTIVE. */
  checkLoadBalancers: step('infrastructure.checkLoadBalancers', target, z.object({ ready: z.boolean() })),
  /**
   * Sets the quotas of the node's tenant from its record. Does nothing if the tenant was not made for the cluster.
   */
  ensureQuotas: step('infrastructure.ensureQuotas', target.extend({ nodeUuid: uuid }), nothing),
  /**
   * Removes the node from its tenant's plan, limits and quotas. Does nothing if the tenant was not made for the
   * cluster.
   */
  releasePlace: step('infrastructure.releasePlace', target.extend({ nodeUuid: uuid }), nothing),
  /**
   * Deletes everything in the cluster's projects, in a working order. `gone` if nothing was left to delete; `left`
   * names the remaining objects.
   */
  emptyTenants: step('infrastructure.emptyTenants', target, z.object({ gone: z.boolean(), left: z.string() })),
  /** Deletes the tenant's quotas and its Keystone project. */
  deleteProject: step('infrastructure.deleteProject', ofTenant, nothing),
  /** Proves that no cloud has a project of the cluster. Throws DeletionBlocked with their names otherwise. */
  sweepProjects: step('infrastructure.sweepProjects', target, nothing),
} as const;
