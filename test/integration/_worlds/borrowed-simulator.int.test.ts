import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Simulator } from '#test/contracts/start-simulator';
import { borrowSimulator } from './borrowed-simulator.ts';
import { stateOf } from './step-world.ts';

const key = z.object({ access_key: z.string(), secret_key: z.string() });

async function makeCluster({ url, printed }: Simulator, name: string): Promise<number> {
  const { access_key, secret_key } = key.parse(printed);
  const authorization = `Basic ${Buffer.from(`${access_key}:${secret_key}`).toString('base64')}`;
  const body = { metadata: { name, namespace: 'fleet-default' }, spec: { kubernetesVersion: 'v1.31.7+rke2r1' } };
  const headers = { authorization, 'content-type': 'application/json' };
  const path = `${url}/v1/provisioning.cattle.io.clusters`;
  return (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).status;
}

test('a simulator that was given back is lent again as it was at its start, and its key still opens it', async () => {
  const first = await borrowSimulator('rancher');
  const before = await stateOf(first);
  await first.setDelays({ pace: 0.01 });
  expect(await makeCluster(first, 'of-the-first')).toBe(201);
  await first.plan({ path: 'v1', kind: 'status', status: 500 });
  await first.stop();

  const second = await borrowSimulator('rancher');
  expect([second.url, await stateOf(second)]).toEqual([first.url, before]);
  expect(await second.countOf('POST', 'clusters')).toBe(0);
  expect(await makeCluster(second, 'of-the-second')).toBe(201);
  expect((await stateOf(second)).provisioningClusters).toHaveLength(1);
  await second.stop();
});

test('two that are borrowed at the same time are two', async () => {
  const [one, other] = [await borrowSimulator('vault'), await borrowSimulator('vault')];
  expect(one.url).not.toBe(other.url);
  await Promise.all([one.stop(), other.stop()]);
});
