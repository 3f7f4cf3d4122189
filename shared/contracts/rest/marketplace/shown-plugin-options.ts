import { isSiteAgentOffering, type Offering } from '#shared/domain/marketplace/offering';

/** As the seller sees them. People go by their own usernames at what a site agent looks after: no agent makes others. */
export const shownPluginOptions = (offering: Offering): Record<string, unknown> =>
  isSiteAgentOffering(offering)
    ? { ...offering.pluginOptions, username_generation_policy: 'waldur_username' }
    : { ...offering.pluginOptions };
