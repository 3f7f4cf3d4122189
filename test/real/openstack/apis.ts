import { join } from 'node:path';
import { configFile, configFolder } from './config-files.ts';
import type { Installation } from './installation.ts';
import type { Ports } from './ports.ts';
import { answers, type Program, type ServiceGroup, startService, untilUp } from './service.ts';

export interface Api extends Program {
  readonly port: number;
}

type Served = { name: keyof Ports; module: string; env?: Record<string, string>; args?: string[] };

/** The OpenStack programs with an HTTP API. Keystone comes first, since the other programs call it. */
export function apisOf(installation: Installation): { keystone: Api; others: Api[] } {
  const served = ({ name, module, env = {}, args = [] }: Served): Api => ({
    name: `${name}-api`,
    port: installation.ports[name],
    command: join(installation.bin, 'python'),
    args: ['-m', 'paddock_loopback.serve', module, String(installation.ports[name]), ...args],
    env,
  });
  return {
    keystone: served({
      name: 'keystone',
      module: 'keystone.wsgi.api',
      env: { OS_KEYSTONE_CONFIG_DIR: configFolder(installation, 'keystone') },
    }),
    others: [
      served({
        name: 'glance',
        module: 'glance.wsgi.api',
        env: { OS_GLANCE_CONFIG_DIR: configFolder(installation, 'glance') },
      }),
      served({
        name: 'placement',
        module: 'placement.wsgi.api',
        env: { OS_PLACEMENT_CONFIG_DIR: configFolder(installation, 'placement') },
      }),
      served({
        name: 'neutron',
        module: 'neutron.wsgi.api',
        env: { OS_NEUTRON_CONFIG_DIR: configFolder(installation, 'neutron'), OS_NEUTRON_CONFIG_FILES: 'neutron.conf' },
      }),
      served({
        name: 'nova',
        module: 'nova.wsgi.osapi_compute',
        env: { OS_NOVA_CONFIG_DIR: configFolder(installation, 'nova') },
      }),
      served({
        name: 'cinder',
        module: 'cinder.wsgi.api',
        args: ['--config-file', configFile(installation, 'cinder')],
      }),
    ],
  };
}

export async function startApi(group: ServiceGroup, api: Api): Promise<void> {
  const service = await startService(group, api);
  await untilUp(service, group.signal, () => answers(`http://127.0.0.1:${api.port}/`));
}
