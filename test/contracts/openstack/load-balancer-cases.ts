import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { CloudUnderTest } from './cloud-under-test.ts';
import type { PreparedProject } from './prepare-cloud.ts';

const EVENTUALLY = { timeout: 120_000, interval: 100 };
const reply = z.object({ loadbalancer: z.object({ id: z.string() }) });

const make = async ({ member, subnetId }: PreparedProject, name: string): Promise<string> => {
  const loadbalancer = { name, description: `The ${name}`, vip_subnet_id: subnetId };
  return (await member.ask('load-balancer', 'POST', '/lbaas/loadbalancers', reply, { loadbalancer })).loadbalancer.id;
};

/** A cloud without Octavia has no load balancers, and `hasLoadBalancers` is false. */
export function loadBalancerCases(cloud: () => CloudUnderTest): void {
  describe('load balancers', () => {
    test('those of the project are listed, and go with their parts, twice (M25, S3-011)', async () => {
      const openstack = await cloud().open();
      expect(await openstack.listLoadBalancers()).toEqual([]);
      if (!(await openstack.hasLoadBalancers())) return;
      const { project, otherProject } = cloud().cloud;
      const [own, strange] = [await make(project, 'own'), await make(otherProject, 'strange')];
      const statuses = async () => (await openstack.listLoadBalancers()).map(({ id, status }) => [id, status]);
      expect(await openstack.listLoadBalancers()).toMatchObject([{ id: own, name: 'own', description: 'The own' }]);
      await expect.poll(statuses, EVENTUALLY).toEqual([[own, 'ACTIVE']]);
      await openstack.deleteLoadBalancer(own);
      await expect.poll(statuses, EVENTUALLY).toEqual([]);
      await openstack.deleteLoadBalancer(own);
      await otherProject.member
        .ask('load-balancer', 'DELETE', `/lbaas/loadbalancers/${strange}`, z.unknown())
        .catch(() => undefined);
    });

    test('one that Octavia is busy with is refused, and can be deleted later (M25)', async () => {
      const openstack = await cloud().open();
      if (!(await openstack.hasLoadBalancers())) return;
      const id = await make(cloud().cloud.project, 'busy');
      await expect(openstack.deleteLoadBalancer(id)).rejects.toMatchObject({ name: 'BackendConflict' });
      const remove = () => openstack.deleteLoadBalancer(id).then(() => 'accepted', String);
      await expect.poll(remove, EVENTUALLY).toBe('accepted');
      await expect.poll(() => openstack.listLoadBalancers(), EVENTUALLY).toEqual([]);
    });
  });
}
