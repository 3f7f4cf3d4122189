import { z } from 'zod';
import { notFound } from '../vault-error.ts';
import type { KvMount } from '../vault-objects.ts';
import { type Answer, parseBody, type VaultCall } from '../vault-route.ts';
import { metadataView, newKvSecret } from './kv-secret.ts';

const settings = z.object({
  max_versions: z.int().min(0).optional(),
  cas_required: z.boolean().optional(),
  custom_metadata: z.record(z.string(), z.string()).optional(),
});

/** Reading, listing, setting and forgetting under `metadata/`. */
export function metadataHandlers({ secrets }: KvMount) {
  return {
    read({ params: { path = '' } }: VaultCall): Answer {
      const secret = secrets.get(path);
      if (!secret) throw notFound();
      return { data: metadataView(secret) };
    },
    /** One level: names, and with a slash at the end what has more below. Nothing there is 404. */
    list({ params: { path = '' } }: VaultCall): Answer {
      const prefix = path === '' ? '' : `${path}/`;
      const below = [...secrets.keys()].filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length));
      const keys = [...new Set(below.map((rest) => rest.replace(/\/.*/, '/')))].sort();
      if (keys.length === 0) throw notFound();
      return { data: { keys } };
    },
    write(call: VaultCall): null {
      const { max_versions, cas_required, custom_metadata } = parseBody(settings, call);
      const path = call.params.path ?? '';
      const secret = secrets.get(path) ?? newKvSecret(call.context.clock.now());
      secret.maxVersions = max_versions ?? secret.maxVersions;
      secret.casRequired = cas_required ?? secret.casRequired;
      secret.customMetadata = custom_metadata ?? secret.customMetadata;
      secrets.set(path, secret);
      return null;
    },
    remove({ params: { path = '' } }: VaultCall): null {
      secrets.delete(path);
      return null;
    },
  };
}
