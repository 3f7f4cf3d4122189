import type { Order } from './order.ts';
import { laterProjectOrder, type ProjectOrder, type ProjectResource } from './rancher-project-order.ts';
import type { Resource } from './resource.ts';
import { type AgentOrder, type AgentResource, type Limits, laterOrder } from './site-agent-order.ts';

/**
 * The part of a resource's record that has the limits. Only resources of site agents and projects in shared clusters
 * have such a part.
 */
export const limitedPartOf = ({ siteAgent, rancherProject }: Resource): AgentResource | ProjectResource | undefined =>
  siteAgent ?? rancherProject;

/** The part of an order that has the limits. Absent for an order of a cluster. */
export const limitedOrderOf = ({ siteAgent, rancherProject }: Order): AgentOrder | ProjectOrder | undefined =>
  siteAgent ?? rancherProject;

/** The contents of an order that changes the limits of a resource or terminates the resource. Empty for a cluster. */
export function laterPart(
  { siteAgent, rancherProject }: Resource,
  wanted?: Limits,
): Pick<Order, 'siteAgent' | 'rancherProject'> {
  if (siteAgent) return { siteAgent: laterOrder(siteAgent, wanted ?? siteAgent.limits) };
  if (rancherProject) return { rancherProject: laterProjectOrder(rancherProject, wanted ?? rancherProject.limits) };
  return {};
}
