import { z } from 'zod';
import { failure } from '../_core/failure.ts';
import { instant, uuid } from '../_core/identifier.ts';

/** How much of each component, by its type, in its unit. */
export const limits = z.record(z.string(), z.int().nonnegative());
export type Limits = z.infer<typeof limits>;

/** By which backends name things; the agent gets them with what it works on. */
const slugs = { projectSlug: z.string(), customerSlug: z.string() };

/** What an order says to the site agent that carries it out. */
export const agentOrder = z.object({
  description: z.string(),
  limits,
  /** What the agent calls it; the agent's own. */
  backendId: z.string(),
  ...slugs,
});
export type AgentOrder = z.infer<typeof agentOrder>;

/** What is known of a resource that a site agent looks after; the backend's things are as the agent reports them. */
export const agentResource = z.object({
  description: z.string(),
  limits,
  backendId: z.string(),
  backendMetadata: z.record(z.string(), z.unknown()),
  ...slugs,
  /** When the agent last compared it with its backend. */
  lastSyncAt: instant.optional(),
  /** The last order that was begun: the one that may be retried. */
  lastOrderUuid: uuid,
  lastError: failure.optional(),
});
export type AgentResource = z.infer<typeof agentResource>;

/** What an order says that is placed later, of other limits or the end. */
export const laterOrder = ({ projectSlug, customerSlug }: AgentResource, wanted: Limits): AgentOrder => ({
  ...{ description: '', limits: wanted, backendId: '' },
  ...{ projectSlug, customerSlug },
});
