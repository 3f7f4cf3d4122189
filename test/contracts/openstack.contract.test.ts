import { cloudAccess } from './openstack/cloud-admin.ts';
import type { OpenStackUnderTest } from './openstack/cloud-under-test.ts';
import { prepareCloud } from './openstack/prepare-cloud.ts';
import { openstackContract } from './openstack.contract.ts';
import { startSimulator } from './start-simulator.ts';

async function simulated(): Promise<OpenStackUnderTest> {
  const simulator = await startSimulator('openstack');
  await simulator.setDelays({ serverBuild: 50, serverDelete: 50 });
  const cloud = await prepareCloud(cloudAccess.parse(simulator.printed));
  return { cloud, simulator, stop: simulator.stop };
}

/**
 * `{auth_url, region?, admin: {username, password, user_domain_name?, project_name}}` of a real cloud that tests may
 * use.
 */
const real = process.env.PADDOCK_REAL_OPENSTACK;
if (real === undefined) {
  openstackContract('the OpenStack simulator', simulated, true);
} else {
  const access = cloudAccess.parse(JSON.parse(real));
  openstackContract(
    'a real OpenStack',
    async () => ({ cloud: await prepareCloud(access), stop: async () => {} }),
    false,
  );
}
