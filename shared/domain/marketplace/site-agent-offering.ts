import { z } from 'zod';
import { mergedOptions, nullable } from '../_core/options-change.ts';

/** Waldur's name of the offering type. It is called after Slurm, for which the first agents were made. */
export const SITE_AGENT_TYPE = 'Marketplace.Slurm';

/**
 * A component: something that resources get or use, with its unit. Its `type` has to be the name in the agent's
 * configuration.
 */
export const agentComponent = z.object({
  type: z.string(),
  name: z.string(),
  description: z.string(),
  measured_unit: z.string(),
  /** `limit`: an order sets the amount. `usage`: the agent reports the amount. */
  billing_type: z.enum(['limit', 'usage']),
  min_value: z.int().nonnegative().optional(),
  max_value: z.int().nonnegative().optional(),
  /** The limit of an order that names no amount. */
  default_limit: z.int().nonnegative().optional(),
});
export type AgentComponent = z.infer<typeof agentComponent>;

const fields = {
  /** false: an order that the buyer has approved waits for the approval of the agent or of an owner of the provider. */
  auto_approve_remote_orders: z.boolean().optional(),
  /** true: an order in a project of the provider's own organisation needs no such approval. */
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
