import { z } from 'zod';
import { apiClient } from '#infra/local/api-client';
import type { Endpoints } from '#infra/local/endpoints';
import { cloudOptions, demoTenant, tenantContents } from '#infra/local/sample-data';
import { announcements, vmRunnerFlags } from '#infra/local/simulators';
import { type Simulator, startSimulator } from '#test/contracts/start-simulator';

const made = z.object({ uuid: z.string() });

export type SecondCloud = {
  openstack: Simulator;
  /** The program that boots this cloud's machines. A test may kill it without effect on other tests. */
  vmRunner: Simulator;
  settings: string;
  /** Paddock's uuids of the objects in the cloud's tenant, in the format of the sample data. */
  sample: Pick<Endpoints['sample'], 'tenants' | 'subnets' | 'flavors'>;
  stop(): Promise<void>;
};

/**
 * Starts another OpenStack cloud with separate machines. Registers a project of this cloud as a further tenant of the
 * sample project. `flags` are passed to the simulator.
 */
export async function secondCloud(endpoints: Endpoints, ...flags: string[]): Promise<SecondCloud> {
  const openstack = await startSimulator('openstack', '--name', 'second', ...flags);
  const cloud = announcements.openstack.parse(openstack.printed);
  const vmRunner = await startSimulator('vm-runner', ...vmRunnerFlags(cloud));
  await openstack.setDelays({ serverBuild: 100, serverDelete: 100 });

  const staff = apiClient(endpoints.api, endpoints.tokens.staff);
  const settings = { type: 'OpenStack', name: 'Second cloud', options: cloudOptions(cloud) };
  const place = {
    project: endpoints.sample.project,
    settings: (await staff.post('service-settings/', settings, made)).uuid,
  };
  const tenant = (await staff.post('openstack-tenants/', demoTenant('second', place, cloud), made)).uuid;
  const sample = { tenants: { demo: tenant }, ...(await tenantContents(staff, tenant)) };
  return {
    openstack,
    vmRunner,
    settings: place.settings,
    sample,
    stop: async () => void (await Promise.all([vmRunner.stop(), openstack.stop()])),
  };
}
