import { z } from 'zod';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import type { ApiOperations, RestResource } from '../_core/operation.ts';

const requirement = z.object({ CPU: z.int(), RAM: z.int() });

/**
 * Waldur's public settings for its portal, including the settings of the Rancher plugin. RAM is in MB, volumes are in
 * GB.
 */
export const configurationView = z
  .object({
    WALDUR_CORE: z.object({ CURRENCY_NAME: z.string() }),
    WALDUR_RANCHER: z.object({
      ROLE_REQUIREMENT: z.object({ server: requirement, agent: requirement }),
      SYSTEM_VOLUME_MIN_SIZE: z.int(),
      READ_ONLY_MODE: z.boolean(),
      DISABLE_SSH_KEY_INJECTION: z.boolean(),
      DISABLE_DATA_VOLUME_CREATION: z.boolean(),
    }),
  })
  .meta({ id: 'Configuration' });

const viewRequirement = ({ cpu, ramMb }: SiteSettings['roleRequirement']['server']) => ({ CPU: cpu, RAM: ramMb });

export const viewConfiguration = (site: SiteSettings): z.infer<typeof configurationView> => ({
  WALDUR_CORE: { CURRENCY_NAME: site.currency },
  WALDUR_RANCHER: {
    ROLE_REQUIREMENT: {
      server: viewRequirement(site.roleRequirement.server),
      agent: viewRequirement(site.roleRequirement.agent),
    },
    SYSTEM_VOLUME_MIN_SIZE: site.systemVolumeMinSizeGb,
    READ_ONLY_MODE: site.readOnlyMode,
    DISABLE_SSH_KEY_INJECTION: site.disableSshKeyInjection,
    DISABLE_DATA_VOLUME_CREATION: site.disableDataVolumeCreation,
  },
});

const operations: ApiOperations = {
  'GET /': { summary: 'Show the public settings of this installation', rule: 'public.see', reply: configurationView },
};

export const configurationResource: RestResource = {
  group: 'Programs',
  is: 'Public settings of this installation.',
  operations,
};
