import { z } from 'zod';
import { mergedOptions, nullable } from '../_core/options-change.ts';

/**
 * Waldur's name for this type of offering. The name contains Slurm, because the first site agents were made for Slurm.
 */
export const SITE_AGENT_TYPE = 'Marketplace.Slurm';

/**
 * A component: something that a resource gets or uses, with its unit. The configuration of the agent names the
 * component by its `type`.
 */
export const agentComponent = z.object({
  type: z.string(),
  name: z.string(),
  description: z.string(),
  measured_unit: z.string(),
  /** `limit`: the order sets the amount. `usage`: the agent reports the used amount. */
  billing_type: z.enum(['limit', 'usage']),
  min_value: z.int().nonnegative().optional(),
  max_value: z.int().nonnegative().optional(),
  /** The amount for an order that sets none. */
  default_limit: z.int().nonnegative().optional(),
});
export type AgentComponent = z.infer<typeof agentComponent>;

const fields = {
  /**
   * If false, an order needs a second approval after the buyer's approval. The agent or an owner of the provider gives
   * the second approval.
   */
  auto_approve_remote_orders: z.boolean().optional(),
  /** If true, an order in a project of the provider's own organization does not need the provider's approval. */
  auto_approve_in_service_provider_projects: z.boolean().optional(),
};
/** Options that decide when an order reaches the agent. */
export const agentPluginOptions = z.object(fields);
export type AgentPluginOptions = z.infer<typeof agentPluginOptions>;

/** Changes of options. Null removes an option. */
export const agentPluginOptionsChange = z.object(nullable(fields));
export const changedAgentPluginOptions = (
  options: AgentPluginOptions,
  change: z.infer<typeof agentPluginOptionsChange>,
): AgentPluginOptions => agentPluginOptions.parse(mergedOptions(options, change));
