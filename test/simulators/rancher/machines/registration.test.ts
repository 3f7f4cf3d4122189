import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { connect, orderCluster, startRancher, type TestRancher } from '../_core/rancher-client.ts';

let rancher: TestRancher;
beforeEach(async () => {
  rancher = await startRancher();
});
afterEach(() => rancher.close());

const object = z.looseObject({
  type: z.string(),
  metadata: z.looseObject({ name: z.string(), labels: z.record(z.string(), z.string()).default({}) }),
  spec: z.record(z.string(), z.unknown()).default({}),
});
const list = async (type: string) =>
  z.object({ data: z.array(object).default([]) }).parse((await rancher.send('GET', `/v1/${type}s`)).body).data;

test('machines of a cluster without pools are custom machines, and nothing of Rancher’s makes them (T54)', async () => {
  const { token } = await orderCluster(rancher);
  await connect(rancher, token, { name: 's1', roles: ['etcd'] });
  const [machine] = await list('cluster.x-k8s.io.machine');
  const [custom] = await list('rke.cattle.io.custommachine');
  expect(machine?.spec.infrastructureRef).toMatchObject({ kind: 'CustomMachine', name: custom?.metadata.name });
  expect(await list('cluster.x-k8s.io.machinedeployment')).toEqual([]);
});

test('a cluster’s first token has the commands by which machines of both systems register, each with and without the certificate (T54)', async () => {
  const { clusterId } = await orderCluster(rancher);
  const tokens = await rancher.send('GET', '/v3/clusterregistrationtokens');
  const [first] = z.object({ data: z.array(z.looseObject({ name: z.string() })) }).parse(tokens.body).data;
  expect(first).toMatchObject({
    ...{ name: 'default-token', clusterId },
    ...{
      nodeCommand: expect.stringMatching(/^ curl -fL /),
      insecureNodeCommand: expect.stringContaining('--insecure'),
    },
    windowsNodeCommand: expect.stringMatching(/^ curl\.exe /),
    insecureWindowsNodeCommand: expect.stringMatching(/^ curl\.exe /),
  });
});

test('the command of a machine loads the installer of this Rancher, with token and checksum of its certificate (T55)', async () => {
  const { nodeCommand, token } = await orderCluster(rancher);
  const certificate = await (await fetch(`${rancher.url}/cacerts`)).text();
  const checksum = createHash('sha256').update(certificate).digest('hex');
  expect(nodeCommand).toContain(`${rancher.url}/system-agent-install.sh | sudo  sh -s - --server ${rancher.url}`);
  expect(nodeCommand).toContain(`--label 'cattle.io/os=linux' --token ${token} --ca-checksum ${checksum}`);
});

test('the plan of a machine is in a Secret of its own kind, which its agent alone is given (T51)', async () => {
  const { token } = await orderCluster(rancher);
  const answer = await connect(rancher, token, { name: 's1', roles: ['etcd'] });
  const { secretName } = z.looseObject({ secretName: z.string() }).parse(await answer.json());
  const secrets = (await list('secret')).filter(({ metadata }) => metadata.name === secretName);
  expect(secrets).toMatchObject([
    { _type: 'rke.cattle.io/machine-plan', metadata: { labels: { 'rke.cattle.io/machine-id': 'id-of-s1' } } },
  ]);
});

test('an agent has its answer when its machine is there, and one of a cluster that is unknown has none (T57)', async () => {
  const { token } = await orderCluster(rancher);
  expect((await connect(rancher, token, { name: 's1', roles: ['etcd'] })).status).toBe(200);
  expect((await list('cluster.x-k8s.io.machine')).map(({ metadata }) => metadata.labels)).toMatchObject([
    { 'rke.cattle.io/node-name': 's1' },
  ]);
  const unknown = await connect(rancher, 'no-token', { name: 's2', roles: ['etcd'] });
  expect([unknown.status, await unknown.text()]).toEqual([500, 'machine not found by request\n']);
});
