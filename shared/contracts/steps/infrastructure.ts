import { z } from 'zod';
import { uuid } from '#shared/domain/_core/identifier';
import { nothing, ofTenant, step, target, tenants } from './contract.ts';

export const infrastructureSteps = {
  /** Reads the clouds once, plans the tenants and writes a row for each tenant. Keeps existing rows. */
  planTenants: step('infrastructure.planTenants', target, tenants),
  /**
   * Creates the Keystone project with its quotas, and gives the cloud's account a role in the project. After this step,
   * sessions of the tenant can be opened.
   */
  ensureProject: step('infrastructure.ensureProject', ofTenant, nothing),
  /** Creates a network with a subnet, a router with an interface, and server groups. */
  ensureNetwork: step('infrastructure.ensureNetwork', ofTenant, nothing),
  /**
   * Connects the routers of the cluster's tenants in one cloud. Does nothing if no cloud has two tenants of the
   * cluster.
   */
  ensurePeerNetworks: step('infrastructure.ensurePeerNetworks', target, nothing),
  /**
   * Creates `k8s_admin` and `k8s_public` with their rules, and creates the missing rules of `default`. Rules that
   * somebody has added stay.
   */
  ensureSecurityGroups: step('infrastructure.ensureSecurityGroups', ofTenant, nothing),
  /** Creates the load balancer's port, floating IP and server. The floating IP becomes the cluster's address. */
  ensureLoadBalancer: step('infrastructure.ensureLoadBalancer', ofTenant, nothing),
  /**
   * Checks the load balancers' servers, with one list request for each tenant. `ready` is true when every load balancer
   * is ACTIVE.
   */
  checkLoadBalancers: step('infrastructure.checkLoadBalancers', target, z.object({ ready: z.boolean() })),
  /**
   * Sets the quotas of the node's tenant to the figures in the tenant's record. Does nothing if Paddock did not create
   * the tenant for the cluster.
   */
  ensureQuotas: step('infrastructure.ensureQuotas', target.extend({ nodeUuid: uuid }), nothing),
  /**
   * Removes the node from the plan, limits and quotas of its tenant. Does nothing if Paddock did not create the tenant
   * for the cluster.
   */
  releasePlace: step('infrastructure.releasePlace', target.extend({ nodeUuid: uuid }), nothing),
  /**
   * Sets the quotas of the cluster's tenants for a change of its pools. Before the change, the quotas get room for new
   * machines, because the old machines still exist. After the change (`isDone`), the quotas fit the pools. Does nothing
   * if Paddock did not create the tenants for the cluster.
   */
  fitPoolQuotas: step('infrastructure.fitPoolQuotas', target.extend({ isDone: z.boolean() }), nothing),
  /**
   * Deletes everything in the cluster's projects, in an order that the clouds accept. Returns `gone` when nothing is
   * left. `left` names the remaining objects.
   */
  emptyTenants: step('infrastructure.emptyTenants', target, z.object({ gone: z.boolean(), left: z.string() })),
  /** Deletes the tenant's quotas and Keystone project. */
  deleteProject: step('infrastructure.deleteProject', ofTenant, nothing),
  /**
   * Checks that no cloud has a project of the cluster. Otherwise throws DeletionBlocked with the names of the projects.
   */
  sweepProjects: step('infrastructure.sweepProjects', target, nothing),
} as const;
