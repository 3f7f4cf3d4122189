import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RunningOpenStack } from './openstack/start-openstack.ts';
import { systemPackageVersions } from './openstack/system-packages.ts';
import type { Summary } from './summary.ts';

const REQUIREMENTS = fileURLToPath(new URL('openstack/requirements.txt', import.meta.url));

/** Programs of OpenStack, each under its package's version; `package` where it is called otherwise. */
const PROGRAMS = [
  { name: 'keystone', port: 'keystone' },
  { name: 'glance', port: 'glance' },
  { name: 'placement', package: 'openstack-placement', port: 'placement' },
  { name: 'neutron', port: 'neutron' },
  { name: 'nova', what: 'api, conductor, scheduler, compute', port: 'nova' },
  { name: 'cinder', what: 'api, scheduler, volume', port: 'cinder' },
] as const;

/** What an OpenStack that was started here consists of: name, version, address. */
export async function startedPrograms({ installation: { ports } }: RunningOpenStack): Promise<Summary['started']> {
  const system = await systemPackageVersions();
  const pins = new Map(
    readFileSync(REQUIREMENTS, 'utf8')
      .split('\n')
      .map((line) => line.split(/==|\s/))
      .map(([name = '', version = '']) => [name, version] as const),
  );
  const openstack = PROGRAMS.map((it) => {
    const version = pins.get('package' in it ? it.package : it.name) ?? '';
    const what = 'what' in it ? ` (${it.what})` : '';
    return [`${it.name}${what}`, version, `127.0.0.1:${ports[it.port]}`] as const;
  });
  return [
    ['mariadb', system['mariadb-server-core'] ?? '', `127.0.0.1:${ports.database}`],
    ['rabbitmq', system['rabbitmq-server'] ?? '', `127.0.0.1:${ports.queue}`],
    ...openstack,
  ];
}
