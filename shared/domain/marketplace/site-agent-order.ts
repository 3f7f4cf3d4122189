import { z } from 'zod';
import { failure } from '../_core/failure.ts';
import { instant, uuid } from '../_core/identifier.ts';

/** The amount of each component, in the component's unit, by the component's type. */
export const limits = z.record(z.string(), z.int().nonnegative());
export type Limits = z.infer<typeof limits>;

/** Slugs of project and customer. The site agent uses these slugs in the names of objects in the backend. */
const slugs = { projectSlug: z.string(), customerSlug: z.string() };

export const agentOrder = z.object({
  description: z.string(),
  limits,
  /** The id that the site agent has given to the order. */
  backendId: z.string(),
  ...slugs,
});
export type AgentOrder = z.infer<typeof agentOrder>;

/** What Paddock records about a resource of a site agent. The agent reports `backendId` and `backendMetadata`. */
export const agentResource = z.object({
  description: z.string(),
  limits,
  backendId: z.string(),
  backendMetadata: z.record(z.string(), z.unknown()),
  ...slugs,
  /** When the agent last compared the resource with its backend. */
  lastSyncAt: instant.optional(),
  /** The last order on which the agent has worked. Only this order can be retried. */
  lastOrderUuid: uuid,
  lastError: failure.optional(),
});
export type AgentResource = z.infer<typeof agentResource>;

/** The contents of an order that changes the limits of a resource or terminates the resource. */
export const laterOrder = ({ projectSlug, customerSlug }: AgentResource, wanted: Limits): AgentOrder => ({
  description: '',
  limits: wanted,
  backendId: '',
  projectSlug,
  customerSlug,
});
