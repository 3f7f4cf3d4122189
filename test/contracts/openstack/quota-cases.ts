import { describe, expect, test } from 'vitest';
import type { CloudUnderTest } from './cloud-under-test.ts';

export function quotaCases(cloud: () => CloudUnderTest): void {
  describe('quotas', () => {
    test('come with limit and use, in the words of Nova, Cinder and Neutron', async () => {
      const openstack = await cloud().open();
      const quotas = await openstack.readQuotas();
      const wanted = ['cores', 'ram', 'instances', 'volumes', 'gigabytes', 'ports', 'floating_ips'];
      for (const resource of wanted) {
        expect(quotas[resource], resource).toEqual({ limit: expect.any(Number), used: expect.any(Number) });
      }
      const type = await openstack.defaultVolumeType();
      expect(quotas[`gigabytes_${type}`], type).toMatchObject({ limit: -1 });
    });
    test('show what the operator has set and what is in use', async () => {
      const openstack = await cloud().open();
      const { networkId, subnetId } = cloud().cloud.project;
      const { used = 0 } = (await openstack.readQuotas()).ports ?? {};
      const port = await openstack.createPort({ name: 'counted', networkId, subnetId, securityGroupIds: [] });
      await cloud().cloud.withQuota('compute', { cores: 7 }, async () => {
        expect(await openstack.readQuotas()).toMatchObject({ cores: { limit: 7, used: 0 }, ports: { used: used + 1 } });
      });
      await openstack.deletePort(port.id);
    });
    test('one of ports that is used up refuses the next port by that name', async () => {
      const openstack = await cloud().open();
      const { networkId, subnetId } = cloud().cloud.project;
      const port = { name: 'too-many', networkId, subnetId, securityGroupIds: [] };
      await cloud().cloud.withQuota('network', { port: 0 }, async () => {
        await expect(openstack.createPort(port)).rejects.toMatchObject({ name: 'BackendQuotaExceeded' });
      });
    });
  });
}
