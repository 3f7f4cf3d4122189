import { parseArgs } from 'node:util';
import { simClock } from './_kit/sim-clock.ts';
import { type SimulatorDefinition, UsageError } from './_kit/simulator-definition.ts';
import { mountCinder } from './openstack/cinder/cinder-routes.ts';
import { emptyCloud } from './openstack/cloud.ts';
import { cloudSessions, cloudState } from './openstack/cloud-state.ts';
import { credentialsOf } from './openstack/credentials.ts';
import { mountGlance } from './openstack/glance/glance-routes.ts';
import { mountKeystone } from './openstack/keystone/keystone-routes.ts';
import { mountNeutron } from './openstack/neutron/neutron-routes.ts';
import { mountNova } from './openstack/nova/nova-routes.ts';
import { mountOctavia } from './openstack/octavia/octavia-routes.ts';
import { seed } from './openstack/seed.ts';

/**
 * One OpenStack cloud with seeded objects. Flags: `--name <cloud>`, which also decides the ids of seeded objects.
 * `--admin-password <password>`, for a test that needs the password again after a restart. `--credential-limit
 * <number>`: how many application credentials a user may have. `--without-octavia`: the cloud has no load balancers.
 * `--resource-filters`: Cinder has a resource_filters.json, so that members may filter volumes.
 */
export function simulator(args: string[], clock = simClock()): SimulatorDefinition {
  const flags = cloudFlags(args);
  const cloud = emptyCloud(flags.name, clock, flags);
  seed(cloud);
  return {
    name: 'openstack',
    delays: cloud.delays,
    async routes(app) {
      await mountKeystone(app, cloud);
      await mountNova(app, cloud);
      await mountNeutron(app, cloud);
      await mountCinder(app, cloud);
      await mountGlance(app, cloud);
      if (cloud.hasOctavia) await mountOctavia(app, cloud);
    },
    state: () => cloudState(cloud),
    sessions: () => cloudSessions(cloud),
    reset: () => seed(cloud),
    credentials: (url) => credentialsOf(cloud, url),
    pending: clock.pending,
    close: () => cloud.clock.clear(),
  };
}

function cloudFlags(args: string[]) {
  const options = {
    name: { type: 'string', default: 'cloud-1' },
    'admin-password': { type: 'string', default: 'admin' },
    'credential-limit': { type: 'string', default: 'Infinity' },
    'without-octavia': { type: 'boolean', default: false },
    'resource-filters': { type: 'boolean', default: false },
  } as const;
  try {
    const { values } = parseArgs({ args, options });
    return {
      name: values.name,
      adminPassword: values['admin-password'],
      credentialLimit: Number(values['credential-limit']),
      hasOctavia: !values['without-octavia'],
      hasResourceFilters: values['resource-filters'],
    };
  } catch {
    throw new UsageError(
      'The openstack simulator takes no flags but --name <cloud>, --admin-password <password>, --credential-limit <number>, --without-octavia and --resource-filters.',
    );
  }
}
