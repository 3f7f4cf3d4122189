import { join } from 'node:path';
import { folderOf, type Installation } from '../installation.ts';
import type { Ini } from './ini.ts';
import { databaseUrl, locks, loginAs, noNotifications, queueUrl, tokenCheck } from './shared-sections.ts';

/**
 * Servers run without a hypervisor. No network agent reports that a port is plugged, so Nova does not wait for that.
 */
export const novaConfig = (installation: Installation): Ini => ({
  DEFAULT: {
    host: 'loopback-1',
    my_ip: '127.0.0.1',
    transport_url: queueUrl(installation),
    compute_driver: 'fake.FakeDriverWithoutFakeNodes',
    state_path: folderOf(installation, 'state', 'nova'),
    instances_path: folderOf(installation, 'state', 'nova', 'instances'),
    vif_plugging_is_fatal: false,
    vif_plugging_timeout: 0,
  },
  api_database: { connection: databaseUrl(installation, 'nova_api') },
  database: { connection: databaseUrl(installation, 'nova') },
  api: { auth_strategy: 'keystone' },
  wsgi: { api_paste_config: join(installation.packaged, 'nova', 'api-paste.ini') },
  oslo_concurrency: locks(installation),
  oslo_messaging_notifications: noNotifications,
  conductor: { workers: 1 },
  scheduler: { workers: 1, discover_hosts_in_cells_interval: 5 },
  vnc: { enabled: false },
  glance: loginAs(installation, 'glance'),
  placement: loginAs(installation, 'placement'),
  neutron: loginAs(installation, 'neutron'),
  cinder: { ...loginAs(installation, 'cinder'), os_region_name: 'RegionOne' },
  service_user: { send_service_user_token: true, ...loginAs(installation, 'nova') },
  keystone_authtoken: tokenCheck(installation, 'nova'),
});
