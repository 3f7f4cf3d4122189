import { z } from 'zod';
import { failure } from '../_core/failure.ts';
import { instant, uuid } from '../_core/identifier.ts';

/** The amount of each component in its own unit, by the component's type. */
export const limits = z.record(z.string(), z.int().nonnegative());
export type Limits = z.infer<typeof limits>;

/** Slugs of project and customer. The agent makes names in its backend from them. */
const slugs = { projectSlug: z.string(), customerSlug: z.string() };

/** The contents of an order for the site agent that carries it out. */
export const agentOrder = z.object({
  description: z.string(),
  limits,
  /** The agent's own id of the order. */
  backendId: z.string(),
  ...slugs,
});
export type AgentOrder = z.infer<typeof agentOrder>;

/** A resource of a site agent. The agent reports the fields about the resource in its backend. */
export const agentResource = z.object({
  description: z.string(),
  limits,
  backendId: z.string(),
  backendMetadata: z.record(z.string(), z.unknown()),
  ...slugs,
  /** Time when the agent last compared the resource with its backend. */
  lastSyncAt: instant.optional(),
  /** The last order that was begun on the resource. Only this order can be retried. */
  lastOrderUuid: uuid,
  lastError: failure.optional(),
});
export type AgentResource = z.infer<typeof agentResource>;

/** The contents of an order that changes the limits of the resource or terminates it. */
export const laterOrder = ({ projectSlug, customerSlug }: AgentResource, wanted: Limits): AgentOrder => ({
  description: '',
  limits: wanted,
  backendId: '',
  projectSlug,
  customerSlug,
});
