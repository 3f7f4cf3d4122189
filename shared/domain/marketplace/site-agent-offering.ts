import { z } from 'zod';
import { mergedOptions, nullable } from '../_core/options-change.ts';

/** Waldur's name of the type. Its first agents were made for Slurm. */
export const SITE_AGENT_TYPE = 'Marketplace.Slurm';

/** What resources get or use, with its unit. The provider uses the names of the agent's configuration. */
export const agentComponent = z.object({
  type: z.string(),
  name: z.string(),
  description: z.string(),
  measured_unit: z.string(),
  /** `limit`: an order sets the amount. `usage`: the agent reports the amount. */
  billing_type: z.enum(['limit', 'usage']),
  min_value: z.int().nonnegative().optional(),
  max_value: z.int().nonnegative().optional(),
  /** For an order that names no amount. */
  default_limit: z.int().nonnegative().optional(),
});
export type AgentComponent = z.infer<typeof agentComponent>;

const fields = {
  /** false: an order that the buyer has approved waits for the approval of the agent or of an owner of the provider. */
  auto_approve_remote_orders: z.boolean().optional(),
  /** Except in a project of the provider's own organisation. */
  auto_approve_in_service_provider_projects: z.boolean().optional(),
};
/** How orders of an offering get to the agent. */
export const agentPluginOptions = z.object(fields);
export type AgentPluginOptions = z.infer<typeof agentPluginOptions>;

/** Options to change. Null removes one. */
export const agentPluginOptionsChange = z.object(nullable(fields));
export const changedAgentPluginOptions = (
  options: AgentPluginOptions,
  change: z.infer<typeof agentPluginOptionsChange>,
): AgentPluginOptions => agentPluginOptions.parse(mergedOptions(options, change));
