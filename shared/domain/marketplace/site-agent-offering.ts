import { z } from 'zod';
import { mergedOptions, nullable } from '../_core/options-change.ts';

/** Waldur's name of the type. Its agents were made for Slurm first, and the name stayed. */
export const SITE_AGENT_TYPE = 'Marketplace.Slurm';

/** What resources are given, or use, and in which unit; the provider names it as the agent's configuration does. */
export const agentComponent = z.object({
  type: z.string(),
  name: z.string(),
  description: z.string(),
  measured_unit: z.string(),
  /** `limit`: an order says how much; `usage`: the agent reports how much was used. */
  billing_type: z.enum(['limit', 'usage']),
  min_value: z.int().nonnegative().optional(),
  max_value: z.int().nonnegative().optional(),
  /** Of an order that does not say how much. */
  default_limit: z.int().nonnegative().optional(),
});
export type AgentComponent = z.infer<typeof agentComponent>;

const fields = {
  /** false: an order that the consumer has approved waits until the agent, or an owner of the provider, approves it. */
  auto_approve_remote_orders: z.boolean().optional(),
  /** … but not one in a project of the provider's own organization. */
  auto_approve_in_service_provider_projects: z.boolean().optional(),
};
/** How orders of an offering reach the agent. */
export const agentPluginOptions = z.object(fields);
export type AgentPluginOptions = z.infer<typeof agentPluginOptions>;

/** Some of the options; null takes one away. */
export const agentPluginOptionsChange = z.object(nullable(fields));
export const changedAgentPluginOptions = (
  options: AgentPluginOptions,
  change: z.infer<typeof agentPluginOptionsChange>,
): AgentPluginOptions => agentPluginOptions.parse(mergedOptions(options, change));
