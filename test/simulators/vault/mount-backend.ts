import { randomBytes, randomUUID } from 'node:crypto';
import type { VaultContext } from './vault-context.ts';
import type { Mount } from './vault-objects.ts';

/** Puts an empty backend at a path that is free. */
export function mountBackend(
  { mounts }: VaultContext,
  { path, type, description }: { path: string; type: Mount['type']; description: string },
): void {
  const common = { path, description, accessor: `${type}_${randomBytes(4).toString('hex')}`, uuid: randomUUID() };
  if (type === 'kv') mounts.set(path, { ...common, type, secrets: new Map() });
  else if (type === 'approle') mounts.set(path, { ...common, type, roles: new Map(), secretIds: new Map() });
  else mounts.set(path, { ...common, type });
}
