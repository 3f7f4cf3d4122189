import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { CloudUnderTest } from './cloud-under-test.ts';

const EVENTUALLY = { timeout: 60_000, interval: 100 };

export function volumeCases(cloud: () => CloudUnderTest): void {
  describe('volumes', () => {
    test('one left behind is found by its id and deleted; deleting it again is fine', async () => {
      const openstack = await cloud().open();
      const { member } = cloud().cloud.project;
      const reply = z.object({ volume: z.object({ id: z.string() }) });
      const make = async () =>
        (await member.ask('block-storage', 'POST', '/volumes', reply, { volume: { size: 1 } })).volume.id;
      const [id, other] = [await make(), await make()];
      const available = (volumeId: string) => ({ id: volumeId, status: 'available', name: '', metadata: {} });
      await expect.poll(() => openstack.listVolumes([id]), EVENTUALLY).toEqual([available(id)]);
      await expect.poll(() => openstack.listVolumes([other]), EVENTUALLY).toEqual([available(other)]);
      await openstack.deleteVolume(id);
      await expect.poll(() => openstack.listVolumes([id, other]), EVENTUALLY).toEqual([available(other)]);
      await openstack.deleteVolume(id);
      await openstack.deleteVolume(other);
      await expect.poll(() => openstack.listVolumes([other]), EVENTUALLY).toEqual([]);
    });
    test('no ids, no volumes', async () => {
      expect(await (await cloud().open()).listVolumes([])).toEqual([]);
    });
  });
}
