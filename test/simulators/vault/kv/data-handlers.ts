import { z } from 'zod';
import { mergePatch } from '../../_kit/merge-patch.ts';
import { badRequest, notFound } from '../vault-error.ts';
import type { KvMount, KvSecret, KvSettings, SecretVersion } from '../vault-objects.ts';
import { type Answer, parseBody, parseQuery, type VaultCall } from '../vault-route.ts';
import { newKvSecret, versionView } from './kv-secret.ts';

const DEFAULT_MAX_VERSIONS = 10;
const record = z.record(z.string(), z.unknown());
const written = z.object({
  data: record.nullish(),
  options: z.object({ cas: z.coerce.number().int().optional() }).nullish(),
});
const wanted = z.object({ version: z.coerce.number().int().default(0) });

export function dataHandlers({ secrets, settings }: KvMount) {
  function write(call: VaultCall, data: Record<string, unknown>): Answer {
    const now = call.context.clock.now();
    const path = call.params.path ?? '';
    const secret = secrets.get(path) ?? newKvSecret(now);
    checkAndSet(secret, settings, parseBody(written, call).options?.cas);
    secrets.set(path, secret);
    const version: SecretVersion = { createdAt: now, deletedAt: endOf(secret, settings, now), destroyed: false, data };
    secret.currentVersion += 1;
    secret.updatedAt = now;
    secret.versions.set(secret.currentVersion, version);
    forgetOldest(secret, settings);
    return { data: versionView(secret, secret.currentVersion, version) };
  }
  function current(call: VaultCall) {
    const path = call.params.path ?? '';
    const secret = secrets.get(path);
    const number = parseQuery(wanted, call).version || (secret?.currentVersion ?? 0);
    const version = secret?.versions.get(number);
    if (!secret || !version) throw notFound();
    return { secret, number, version };
  }
  return {
    /** A deleted or destroyed version is answered 404. The body still has the version's metadata. */
    read(call: VaultCall): Answer {
      const { secret, number, version } = current(call);
      const gone = version.destroyed || (version.deletedAt !== null && version.deletedAt <= call.context.clock.now());
      const data = gone ? null : version.data;
      return { status: gone ? 404 : 200, data: { data, metadata: versionView(secret, number, version) } };
    },
    write(call: VaultCall): Answer {
      const { data } = parseBody(written, call);
      if (!data) throw badRequest('no data provided');
      return write(call, data);
    },
    patch(call: VaultCall): Answer {
      const { data } = parseBody(written, call);
      if (!data) throw badRequest('no data provided');
      const { version } = current(call);
      const isGone = version.deletedAt !== null && version.deletedAt <= call.context.clock.now();
      if (version.data === null || isGone) throw notFound();
      return write(call, record.parse(mergePatch(version.data, data)));
    },
  };
}

function checkAndSet({ casRequired, currentVersion }: KvSecret, mount: KvSettings, cas: number | undefined): void {
  if (cas === undefined && (casRequired || mount.casRequired))
    throw badRequest('check-and-set parameter required for this call');
  if (cas !== undefined && cas !== currentVersion) {
    throw badRequest('check-and-set parameter did not match the current version');
  }
}

/**
 * The time at which a new version is deleted automatically. The secret's setting has priority over the mount's setting.
 * Null: never.
 */
function endOf({ deleteVersionAfter: own }: KvSecret, { deleteVersionAfter }: KvSettings, now: number): number | null {
  const seconds = own || deleteVersionAfter;
  return seconds === 0 ? null : now + seconds * 1000;
}

function forgetOldest({ versions, currentVersion, maxVersions }: KvSecret, mount: KvSettings): void {
  const oldest = currentVersion - (maxVersions || mount.maxVersions || DEFAULT_MAX_VERSIONS);
  for (const number of [...versions.keys()]) if (number <= oldest) versions.delete(number);
}
