import { z } from 'zod';
import { duration, spelled } from '../durations.ts';
import type { KvMount } from '../vault-objects.ts';
import { parseBody, route, type VaultRoute } from '../vault-route.ts';

const change = z.object({
  max_versions: z.int().min(0).optional(),
  cas_required: z.boolean().optional(),
  delete_version_after: duration.optional(),
});

/** The route of the mount's settings, which apply to every secret that does not override them. */
export const configRoute = ({ settings }: KvMount): VaultRoute =>
  route('config', {
    read: () => ({
      data: {
        max_versions: settings.maxVersions,
        cas_required: settings.casRequired,
        delete_version_after: spelled(settings.deleteVersionAfter),
      },
    }),
    update(call) {
      const given = parseBody(change, call);
      settings.maxVersions = given.max_versions ?? settings.maxVersions;
      settings.casRequired = given.cas_required ?? settings.casRequired;
      settings.deleteVersionAfter = given.delete_version_after ?? settings.deleteVersionAfter;
      return null;
    },
  });
