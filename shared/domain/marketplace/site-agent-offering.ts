import { z } from 'zod';
import { mergedOptions, nullable } from '../_core/options-change.ts';

/** Waldur's name for this type of offering. The first site agents were made for Slurm. */
export const SITE_AGENT_TYPE = 'Marketplace.Slurm';

/**
 * A component: a quantity that a resource gets or uses, with its unit. Its `type` is also its name in the agent's
 * configuration.
 */
export const agentComponent = z.object({
  type: z.string(),
  name: z.string(),
  description: z.string(),
  measured_unit: z.string(),
  /** `limit`: the order sets the amount. `usage`: the agent reports the amount that was used. */
  billing_type: z.enum(['limit', 'usage']),
  min_value: z.int().nonnegative().optional(),
  max_value: z.int().nonnegative().optional(),
  /** The limit for an order that sets no amount. */
  default_limit: z.int().nonnegative().optional(),
});
export type AgentComponent = z.infer<typeof agentComponent>;

const fields = {
  /**
   * If false, an order that the buyer has approved waits for another approval, by the agent or an owner of the
   * provider.
   */
  auto_approve_remote_orders: z.boolean().optional(),
  /** If true, an order in a project of the provider's own organisation does not need the provider's approval. */
  auto_approve_in_service_provider_projects: z.boolean().optional(),
};
/** Options that decide when an order reaches the agent. */
export const agentPluginOptions = z.object(fields);
export type AgentPluginOptions = z.infer<typeof agentPluginOptions>;

/** Options to change. Null removes an option. */
export const agentPluginOptionsChange = z.object(nullable(fields));
export const changedAgentPluginOptions = (
  options: AgentPluginOptions,
  change: z.infer<typeof agentPluginOptionsChange>,
): AgentPluginOptions => agentPluginOptions.parse(mergedOptions(options, change));
