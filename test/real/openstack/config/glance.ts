import { join } from 'node:path';
import { folderOf, type Installation } from '../installation.ts';
import type { Ini } from './ini.ts';
import { databaseUrl, locks, tokenCheck } from './shared-sections.ts';

export function glanceConfig(installation: Installation): Ini {
  const folder = (name: string) => ({ filesystem_store_datadir: folderOf(installation, 'state', name) });
  return {
    DEFAULT: {
      enabled_backends: 'files:file',
      bind_host: '127.0.0.1',
      // Cinder reads the location of an image to decide whether Cinder's driver can clone the image.
      show_multiple_locations: true,
      worker_self_reference_url: `http://127.0.0.1:${installation.ports.glance}`,
    },
    database: { connection: databaseUrl(installation, 'glance') },
    glance_store: { default_backend: 'files' },
    files: folder('images'),
    os_glance_staging_store: folder('image-staging'),
    os_glance_tasks_store: folder('image-tasks'),
    paste_deploy: { flavor: 'keystone', config_file: join(installation.packaged, 'glance', 'glance-api-paste.ini') },
    oslo_concurrency: locks(installation),
    keystone_authtoken: tokenCheck(installation, 'glance'),
  };
}
