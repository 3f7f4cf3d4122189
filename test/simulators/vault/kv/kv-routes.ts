import type { KvMount } from '../vault-objects.ts';
import { type Answer, route, type VaultRoute } from '../vault-route.ts';
import { configRoute } from './config-route.ts';
import { dataHandlers } from './data-handlers.ts';
import { metadataHandlers } from './metadata-handlers.ts';
import { subkeysRoute } from './subkeys-route.ts';
import { versionHandlers } from './version-handlers.ts';

/** Routes of a KV version 2 mount. Values are under `data`, their history under `metadata`. */
export function kvRoutes(mount: KvMount): VaultRoute[] {
  const exists = ({ path = '' }) => mount.secrets.has(path);
  const data = dataHandlers(mount);
  const metadata = metadataHandlers(mount);
  const versions = versionHandlers(mount);
  return [
    configRoute(mount),
    subkeysRoute(data.read),
    route(
      'data/*path',
      { read: data.read, create: data.write, update: data.write, patch: data.patch, delete: versions.deleteLatest },
      { exists },
    ),
    route(
      'metadata/*path',
      {
        ...{ read: metadata.read, list: metadata.list, delete: metadata.remove },
        ...{ create: metadata.write, update: metadata.write, patch: metadata.patch },
      },
      { exists },
    ),
    route('delete/*path', { update: versions.delete }),
    route('undelete/*path', { update: versions.undelete }),
    route('destroy/*path', { update: versions.destroy }),
    route('*rest', { read: misaddressed, list: misaddressed, update: misaddressed, delete: misaddressed }),
  ];
}

/** The answer to a client that uses the paths of KV version 1. */
const misaddressed = (): Answer => ({
  status: 404,
  warnings: [
    'Invalid path for a versioned K/V secrets engine. See the API docs for the appropriate API endpoints to use.',
  ],
});
