import { expect, test } from 'vitest';
import { serveSimulator } from '../../_kit/serve-simulator.ts';
import { simulator as vmRunner } from '../../vm-runner.ts';
import { eventually } from '../_core/rancher-client.ts';
import { pool, startOpenstack, startPools } from './pools-under-test.ts';

test('a server’s user data calls Rancher with a token of its own, so that the machine is up as soon as it has booted (S2-003)', async () => {
  const cloud = await startOpenstack();
  // With this `machineBoot`, Rancher's simulator never boots a machine. Only the vm-runner boots machines, with their
  // user data.
  const rancher = await startPools(cloud, { machineBoot: 1e9 });
  const definition = vmRunner(['--openstack', cloud.auth_url, '--password', 'admin']);
  Object.assign(definition.delays, { poll: 5, boot: 5, retry: 5, installRetry: 5 });
  const runner = await serveSimulator(definition);
  await rancher.credential();
  const userDataFile = '#cloud-config\nruncmd:\n  - echo hello\n';
  await rancher.makeConfig('nc-all', { userDataFile });
  await rancher.order([pool('all', 'ecw')]);
  const [machine] = await rancher.running(1);
  await eventually(async () => {
    const answer = await fetch(`${runner.url}/_sim/state`, { signal: AbortSignal.timeout(5_000) });
    const row = { name: machine?.metadata.name, phase: 'registered', reason: '' };
    expect(await answer.json()).toMatchObject({ machines: [row] });
  });
  await Promise.all([runner.close(), rancher.close(), cloud.close()]);
});
