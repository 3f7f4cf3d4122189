import { describe, expect, test } from 'vitest';
import { aPool } from '#test/builders/pool-builders';
import { recordedRequests } from '../../recorded-requests.ts';
import { EVENTUALLY, type OpenedRancher } from '../rancher-under-test.ts';
import { byHand, NO_CLOUD, renderedObjects } from './pooled-clusters.ts';

const CONFIGS = '/v1/rke-machine-config.cattle.io.openstackconfigs/fleet-default';

export function machineConfigCases(opened: () => OpenedRancher): void {
  describe('machine configs', () => {
    function aConfig(skip: (why: string) => never) {
      const { cloud } = opened().backend;
      const objects = renderedObjects(opened(), cloud ?? skip(NO_CLOUD));
      const spec = aPool({ ...cloud?.machine, rootVolume: { sizeGb: 20 }, userData: '#cloud-config\n' });
      return { labels: objects.labels, config: objects.configOf(spec), plain: objects.configOf(aPool(cloud?.machine)) };
    }

    test('one is made once, is found by its labels, and gone is fine (S2-022)', async ({ skip }) => {
      const { config, plain, labels } = aConfig(skip);
      const { asked, connect } = recordedRequests();
      const rancher = await opened().open(opened().backend.key, connect);
      for (const _ of [1, 2]) await rancher.ensureMachineConfig(config);
      for (const _ of [1, 2]) await rancher.ensureMachineConfig(plain);
      const made = ['GET readMachineConfig', 'POST createMachineConfig', 'GET readMachineConfig'];
      expect(asked).toEqual([...made, ...made]);
      const names = [config.metadata.name, plain.metadata.name].sort();
      await expect.poll(async () => (await rancher.listMachineConfigs(labels)).sort(), EVENTUALLY).toEqual(names);
      expect(await rancher.listMachineConfigs({ ...labels, 'paddock.test/other': 'x' })).toEqual([]);
      for (const name of [...names, ...names]) await rancher.deleteMachineConfig(name);
      await expect.poll(() => rancher.listMachineConfigs(labels), EVENTUALLY).toEqual([]);
    });

    test('one that somebody has changed is a conflict, which names fields and no values', async ({ skip }) => {
      const { config } = aConfig(skip);
      const { rancher } = opened();
      const { name } = config.metadata;
      await rancher.ensureMachineConfig(config);
      await byHand(opened(), 'PATCH', `${CONFIGS}/${name}`, { flavorId: '3', userDataFile: '#cloud-config\nx: 1' });
      await expect(rancher.ensureMachineConfig(config)).rejects.toMatchObject({
        name: 'BackendConflict',
        message: `Somebody has changed these fields of the machine config ${name} in Rancher: flavorId, userDataFile.`,
      });
      await rancher.deleteMachineConfig(name);
    });

    test('none can be made while the node driver is inactive, and the error says what to do', async ({ skip }) => {
      const { config, labels } = aConfig(skip);
      const { rancher, backend } = opened();
      if (!backend.simulator) return skip('other people use the node driver of this Rancher');
      const driver = (action: string) => byHand(opened(), 'POST', `/v3/nodedrivers/openstack?action=${action}`);
      await driver('deactivate');
      const refusal = { name: 'Misconfigured', message: expect.stringContaining('Activate the driver in Rancher') };
      await expect
        .poll(() => rancher.ensureMachineConfig(config).catch((error: unknown) => error), EVENTUALLY)
        .toMatchObject(refusal);
      await expect(rancher.listMachineConfigs(labels)).rejects.toMatchObject(refusal);
      await driver('activate');
      await expect.poll(() => rancher.listMachineConfigs({}).then(() => 'listed', String), EVENTUALLY).toBe('listed');
    });

    test('somebody else’s of that name is a conflict, even with the same content', async ({ skip }) => {
      const { config } = aConfig(skip);
      const { rancher } = opened();
      const theirs = { ...config.metadata, labels: { owner: 'somebody' } };
      await rancher.ensureMachineConfig({ ...config, metadata: theirs });
      await expect(rancher.ensureMachineConfig(config)).rejects.toMatchObject({ name: 'BackendConflict' });
      await rancher.deleteMachineConfig(theirs.name);
    });
  });
}
