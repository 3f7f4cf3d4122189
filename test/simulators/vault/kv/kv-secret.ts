import { instant, spelled } from '../durations.ts';
import type { KvSecret, SecretVersion } from '../vault-objects.ts';

export function newKvSecret(now: number): KvSecret {
  return {
    versions: new Map(),
    currentVersion: 0,
    createdAt: now,
    updatedAt: now,
    maxVersions: 0,
    casRequired: false,
    customMetadata: null,
    deleteVersionAfter: 0,
  };
}

const shownDeletion = ({ deletedAt }: SecretVersion): string => (deletedAt === null ? '' : instant(deletedAt));

export function versionView({ customMetadata }: KvSecret, number: number, version: SecretVersion) {
  return {
    created_time: instant(version.createdAt),
    custom_metadata: customMetadata,
    deletion_time: shownDeletion(version),
    destroyed: version.destroyed,
    version: number,
  };
}

export function metadataView(secret: KvSecret) {
  const numbers = [...secret.versions.keys()];
  const rows = [...secret.versions].map(([number, version]) => [
    String(number),
    {
      created_time: instant(version.createdAt),
      deletion_time: shownDeletion(version),
      destroyed: version.destroyed,
    },
  ]);
  return {
    cas_required: secret.casRequired,
    created_time: instant(secret.createdAt),
    current_version: secret.currentVersion,
    custom_metadata: secret.customMetadata,
    delete_version_after: spelled(secret.deleteVersionAfter),
    max_versions: secret.maxVersions,
    oldest_version: secret.currentVersion > numbers.length ? Math.min(...numbers) : 0,
    updated_time: instant(secret.updatedAt),
    versions: Object.fromEntries(rows),
  };
}
