import { randomBytes, randomUUID } from 'node:crypto';
import type { VaultContext } from './vault-context.ts';
import type { Mount, MountTuning } from './vault-objects.ts';

type NewMount = Pick<Mount, 'path' | 'type' | 'description'> & {
  version?: 1 | 2;
  tuning?: Omit<MountTuning, 'options'>;
};

export function mountBackend(
  { mounts }: VaultContext,
  { path, type, description, version = 2, tuning }: NewMount,
): void {
  const common = {
    path,
    description,
    tuning: {
      default_lease_ttl: 0,
      max_lease_ttl: 0,
      ...tuning,
      options: type === 'kv' ? { version: String(version) } : null,
    },
    accessor: `${type}_${randomBytes(4).toString('hex')}`,
    uuid: randomUUID(),
  };
  const settings = { maxVersions: 0, casRequired: false, deleteVersionAfter: 0 };
  if (type === 'kv' && version === 1) mounts.set(path, { ...common, type, version, values: new Map() });
  else if (type === 'kv') mounts.set(path, { ...common, type, version: 2, secrets: new Map(), settings });
  else if (type === 'approle') mounts.set(path, { ...common, type, roles: new Map(), secretIds: new Map() });
  else mounts.set(path, { ...common, type });
}
