import { z } from 'zod';
import { failure } from '../_core/failure.ts';
import { uuid } from '../_core/identifier.ts';
import { type Limits, limits } from './site-agent-order.ts';

/** Slugs of project and customer. Names and descriptions in Rancher contain these slugs. */
const slugs = { projectSlug: z.string(), customerSlug: z.string() };

export const projectOrder = z.object({
  description: z.string(),
  limits,
  ...slugs,
  /**
   * The order in a remote Waldur that this order carries out. `isFailureReported`: whether the remote Waldur already
   * knows that this order has failed.
   */
  remote: z.object({ uuid, isFailureReported: z.boolean() }).optional(),
});
export type ProjectOrder = z.infer<typeof projectOrder>;

/**
 * The resource in a remote Waldur to which the project belongs. The users and orders of the project are in the remote
 * Waldur.
 */
const remoteOfProject = z.object({
  uuid,
  /** The names of customer and project in the remote Waldur. Users see these names in Rancher. */
  customerName: z.string(),
  projectName: z.string(),
  /** Rancher's id of a project that a site agent has made for the resource. Empty if there was none. */
  backendId: z.string(),
});

/** The record of an ordered project in Rancher. */
export const projectResource = z.object({
  description: z.string(),
  /** The limits that apply. New limits are written here when the order that changes the limits is done. */
  limits,
  /** Rancher's id of the project: `c-m-1234abcd:p-x7k2p`. Empty until Rancher has the project. */
  backendId: z.string(),
  ...slugs,
  /**
   * Rancher's id of the shared cluster, the project's name in Rancher, and the role template that the project's members
   * get. These values stay the same when the offering changes.
   */
  clusterId: z.string(),
  projectName: z.string(),
  role: z.string(),
  /** The names of the groups in Keycloak. Absent if the offering has no Keycloak. */
  groups: z.object({ parent: z.string(), child: z.string() }).optional(),
  settingsUuid: uuid,
  remote: remoteOfProject.optional(),
  /** The operation that works on the project now. If there is none, the last operation. */
  operationUuid: uuid.optional(),
  /** The last order that was carried out. Only this order can be retried. */
  lastOrderUuid: uuid,
  lastError: failure.optional(),
  /** A problem that is left although the order is done. */
  warning: failure.optional(),
});
export type ProjectResource = z.infer<typeof projectResource>;

/** The contents of an order that changes the limits of a project or terminates the project. */
export const laterProjectOrder = (
  { projectSlug, customerSlug }: Pick<ProjectResource, 'projectSlug' | 'customerSlug'>,
  wanted: Limits,
): ProjectOrder => ({ description: '', limits: wanted, projectSlug, customerSlug });
