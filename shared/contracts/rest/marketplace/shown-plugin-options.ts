import { isSiteAgentOffering, type Offering } from '#shared/domain/marketplace/offering';

/**
 * The options as the seller sees them. At a site agent's backend, users have the usernames of this API: agents make no
 * other names.
 */
export const shownPluginOptions = (offering: Offering): Record<string, unknown> =>
  isSiteAgentOffering(offering)
    ? { ...offering.pluginOptions, username_generation_policy: 'waldur_username' }
    : { ...offering.pluginOptions };
