import { join } from 'node:path';
import { folderOf, type Installation } from '../installation.ts';
import type { Ini } from './ini.ts';
import { databaseUrl, locks, loginAs, noNotifications, queueUrl, tokenCheck } from './shared-sections.ts';

/** Networks exist only as database rows. There is no agent, so nothing is switched, routed or filtered. */
export const neutronConfig = (installation: Installation): Ini => ({
  DEFAULT: {
    core_plugin: 'ml2',
    service_plugins: 'router',
    transport_url: queueUrl(installation),
    api_paste_config: join(installation.packaged, 'neutron', 'api-paste.ini'),
    state_path: folderOf(installation, 'state', 'neutron'),
    notify_nova_on_port_status_changes: true,
    notify_nova_on_port_data_changes: true,
    dhcp_agent_notification: false,
  },
  database: { connection: databaseUrl(installation, 'neutron') },
  oslo_concurrency: locks(installation),
  oslo_messaging_notifications: noNotifications,
  nova: loginAs(installation, 'nova'),
  placement: loginAs(installation, 'placement'),
  ml2: {
    type_drivers: 'flat,vxlan',
    tenant_network_types: 'vxlan',
    mechanism_drivers: 'loopback',
    extension_drivers: 'port_security',
  },
  ml2_type_flat: { flat_networks: 'public' },
  ml2_type_vxlan: { vni_ranges: '1:1000' },
  keystone_authtoken: tokenCheck(installation, 'neutron'),
});
