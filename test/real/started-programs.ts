import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RunningOpenStack } from './openstack/start-openstack.ts';
import { systemPackageVersions } from './openstack/system-packages.ts';
import type { Summary } from './summary.ts';

const REQUIREMENTS = fileURLToPath(new URL('openstack/requirements.txt', import.meta.url));

/**
 * Programs of OpenStack. The version is that of the Python package. `package` is set if its name differs from the
 * program's.
 */
const PROGRAMS = [
  { name: 'keystone', port: 'keystone' },
  { name: 'glance', port: 'glance' },
  { name: 'placement', package: 'openstack-placement', port: 'placement' },
  { name: 'neutron', port: 'neutron' },
  { name: 'nova', what: 'api, conductor, scheduler, compute', port: 'nova' },
  { name: 'cinder', what: 'api, scheduler, volume', port: 'cinder' },
] as const;

/** Name, version and address of each program in an OpenStack that this run has started. */
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
