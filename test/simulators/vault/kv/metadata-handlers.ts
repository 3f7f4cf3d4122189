import { z } from 'zod';
import { mergePatch } from '../../_kit/merge-patch.ts';
import { duration } from '../durations.ts';
import { notFound } from '../vault-error.ts';
import type { KvMount } from '../vault-objects.ts';
import { type Answer, parseBody, type VaultCall } from '../vault-route.ts';
import { metadataView, newKvSecret } from './kv-secret.ts';
import { namesBelow } from './names-below.ts';

const settings = z.object({
  max_versions: z.int().min(0).optional(),
  cas_required: z.boolean().optional(),
  custom_metadata: z.record(z.string(), z.string()).optional(),
  delete_version_after: duration.optional(),
});

export function metadataHandlers({ secrets }: KvMount) {
  return {
    read({ params: { path = '' } }: VaultCall): Answer {
      const secret = secrets.get(path);
      if (!secret) throw notFound();
      return { data: metadataView(secret) };
    },
    /** Lists one level of paths. A name with further paths below it ends in a slash. An empty list is answered 404. */
    list({ params: { path = '' } }: VaultCall): Answer {
      const keys = namesBelow(secrets.keys(), path);
      if (keys.length === 0) throw notFound();
      return { data: { keys } };
    },
    write(call: VaultCall): null {
      const path = call.params.path ?? '';
      const secret = secrets.get(path) ?? newKvSecret(call.context.clock.now());
      const { max_versions, cas_required, custom_metadata, delete_version_after } = parseBody(settings, call);
      secret.maxVersions = max_versions ?? secret.maxVersions;
      secret.casRequired = cas_required ?? secret.casRequired;
      secret.customMetadata = custom_metadata ?? secret.customMetadata;
      secret.deleteVersionAfter = delete_version_after ?? secret.deleteVersionAfter;
      secrets.set(path, secret);
      return null;
    },
    /** Changes only the given keys of the custom metadata. Null removes a key. */
    patch(call: VaultCall): null {
      const secret = secrets.get(call.params.path ?? '');
      if (!secret) throw notFound();
      const change = z.looseObject({ custom_metadata: z.record(z.string(), z.unknown()).nullish() }).parse(call.body);
      const { max_versions, cas_required, delete_version_after } = parseBody(
        settings.omit({ custom_metadata: true }),
        call,
      );
      if (change.custom_metadata !== undefined) {
        const merged = mergePatch(secret.customMetadata ?? {}, change.custom_metadata);
        secret.customMetadata = merged === null ? null : z.record(z.string(), z.string()).parse(merged);
      }
      secret.maxVersions = max_versions ?? secret.maxVersions;
      secret.casRequired = cas_required ?? secret.casRequired;
      secret.deleteVersionAfter = delete_version_after ?? secret.deleteVersionAfter;
      return null;
    },
    remove({ params: { path = '' } }: VaultCall): null {
      secrets.delete(path);
      return null;
    },
  };
}
