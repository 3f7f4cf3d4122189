import { z } from 'zod';
import { badRequest } from '../vault-error.ts';
import type { KvMount, SecretVersion } from '../vault-objects.ts';
import { parseBody, type VaultCall } from '../vault-route.ts';

const numbered = z.object({ versions: z.array(z.coerce.number().int()).min(1).optional() });

/** Deletes, undeletes and destroys versions. Versions that do not exist are ignored. */
export function versionHandlers({ secrets }: KvMount) {
  const change = (call: VaultCall, work: (version: SecretVersion) => void): null => {
    const { versions } = parseBody(numbered, call);
    if (!versions) throw badRequest('No version number provided');
    const secret = secrets.get(call.params.path ?? '');
    for (const number of versions) {
      const version = secret?.versions.get(number);
      if (version && !version.destroyed) work(version);
    }
    return null;
  };
  const deleteAt = (now: number) => (version: SecretVersion) => {
    version.deletedAt ??= now;
  };
  return {
    deleteLatest({ params: { path = '' }, context }: VaultCall): null {
      const secret = secrets.get(path);
      const latest = secret?.versions.get(secret.currentVersion);
      if (latest && !latest.destroyed) deleteAt(context.clock.now())(latest);
      return null;
    },
    delete: (call: VaultCall): null => change(call, deleteAt(call.context.clock.now())),
    undelete: (call: VaultCall): null =>
      change(call, (version) => {
        version.deletedAt = null;
      }),
    destroy: (call: VaultCall): null =>
      change(call, (version) => {
        Object.assign(version, { destroyed: true, data: null });
      }),
  };
}
