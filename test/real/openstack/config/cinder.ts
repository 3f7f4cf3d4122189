import { join } from 'node:path';
import { folderOf, type Installation } from '../installation.ts';
import type { Ini } from './ini.ts';
import { databaseUrl, locks, loginAs, noNotifications, queueUrl, tokenCheck } from './shared-sections.ts';

/** Volumes exist only as database rows. */
export const cinderConfig = (installation: Installation): Ini => ({
  DEFAULT: {
    host: 'loopback-1',
    my_ip: '127.0.0.1',
    transport_url: queueUrl(installation),
    auth_strategy: 'keystone',
    state_path: folderOf(installation, 'state', 'cinder'),
    api_paste_config: join(installation.packaged, 'cinder', 'api-paste.ini'),
    rootwrap_config: join(installation.packaged, 'cinder', 'rootwrap.conf'),
    glance_api_servers: `http://127.0.0.1:${installation.ports.glance}`,
    enabled_backends: 'rows',
    default_volume_type: 'standard',
  },
  rows: { volume_backend_name: 'rows', volume_driver: 'paddock_loopback.volumes.Driver' },
  database: { connection: databaseUrl(installation, 'cinder') },
  coordination: { backend_url: `file://${folderOf(installation, 'state', 'cinder')}` },
  oslo_concurrency: locks(installation),
  oslo_messaging_notifications: noNotifications,
  nova: loginAs(installation, 'nova'),
  service_user: { send_service_user_token: true, ...loginAs(installation, 'cinder') },
  keystone_authtoken: tokenCheck(installation, 'cinder'),
});
