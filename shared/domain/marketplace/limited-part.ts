import type { Order } from './order.ts';
import { laterProjectOrder, type ProjectOrder, type ProjectResource } from './rancher-project-order.ts';
import type { Resource } from './resource.ts';
import { type AgentOrder, type AgentResource, type Limits, laterOrder } from './site-agent-order.ts';

/** What is recorded of a resource that has limits: that of a site agent, or a project. Clusters have no such part. */
export const limitedPartOf = ({ siteAgent, rancherProject }: Resource): AgentResource | ProjectResource | undefined =>
  siteAgent ?? rancherProject;

/** The same part of an order. */
export const limitedOrderOf = ({ siteAgent, rancherProject }: Order): AgentOrder | ProjectOrder | undefined =>
  siteAgent ?? rancherProject;

/** The contents of an order that changes the limits of a resource or terminates it. Empty for a cluster. */
export function laterPart(
  { siteAgent, rancherProject }: Resource,
  wanted?: Limits,
): Pick<Order, 'siteAgent' | 'rancherProject'> {
  if (siteAgent) return { siteAgent: laterOrder(siteAgent, wanted ?? siteAgent.limits) };
  if (rancherProject) return { rancherProject: laterProjectOrder(rancherProject, wanted ?? rancherProject.limits) };
  return {};
}
