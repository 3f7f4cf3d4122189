import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { backendFailures } from './backend-failures.contract.ts';
import { accessCases, tokenCases } from './openstack/access-cases.ts';
import { administratorCases } from './openstack/administrator-cases.ts';
import { applicationCredentialCases, credentialLimitCases } from './openstack/application-credential-cases.ts';
import { type CloudUnderTest, cloudUnderTest, type OpenStackUnderTest } from './openstack/cloud-under-test.ts';
import { factsCases } from './openstack/facts-cases.ts';
import { floatingIpCases } from './openstack/floating-ip-cases.ts';
import { loadBalancerCases } from './openstack/load-balancer-cases.ts';
import { networkCases } from './openstack/network-cases.ts';
import { pagingCases } from './openstack/paging-cases.ts';
import { peerNetworkCases } from './openstack/peer-network-cases.ts';
import { projectCases } from './openstack/project-cases.ts';
import { quotaCases } from './openstack/quota-cases.ts';
import { serverCases } from './openstack/server-cases.ts';
import { tenantGroupCases } from './openstack/tenant-group-cases.ts';
import { tenantNetworkCases } from './openstack/tenant-network-cases.ts';
import { volumeCases } from './openstack/volume-cases.ts';

/** A real cloud on a small machine needs seconds for a request and a minute for a server. */
const SLOW_MS = 180_000;

/** The behaviour that the product expects of every OpenStack. */
export function openstackContract(name: string, start: () => Promise<OpenStackUnderTest>, canFail: boolean): void {
  describe(name, { timeout: SLOW_MS }, () => {
    let cloud: CloudUnderTest;
    beforeAll(async () => {
      cloud = cloudUnderTest(await start());
    }, SLOW_MS);
    afterAll(async () => {
      await cloud.cloud.remove();
      await cloud.stop();
    }, SLOW_MS);

    accessCases(() => cloud);
    factsCases(() => cloud);
    networkCases(() => cloud);
    floatingIpCases(() => cloud);
    loadBalancerCases(() => cloud);
    quotaCases(() => cloud);
    pagingCases(() => cloud);
    serverCases(() => cloud);
    volumeCases(() => cloud);
    tenantNetworkCases(() => cloud);
    peerNetworkCases(() => cloud);
    tenantGroupCases(() => cloud);
    projectCases(() => cloud);
    administratorCases(() => cloud);
    applicationCredentialCases(() => cloud);

    describe.runIf(canFail)('on a bad day', () => {
      afterEach(() => cloud.simulator?.clearFaults());

      tokenCases(() => cloud);
      credentialLimitCases(() => cloud);
      backendFailures(() => {
        if (!cloud.simulator) throw new Error('failures can only be planned on a simulator');
        return {
          simulator: cloud.simulator,
          call: async (connect) => (await cloud.open({ connect })).listFlavors(),
          path: '/flavors/detail',
        };
      });
      test('a region that the cloud does not have is a mistake in the settings', async () => {
        cloud.settings.options.region = 'Atlantis';
        const openstack = await cloud.open();
        cloud.settings.options.region = cloud.cloud.access.region;
        await expect(openstack.listFlavors()).rejects.toMatchObject({ name: 'Misconfigured' });
      });
    });
  });
}
