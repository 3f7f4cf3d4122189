import { createSocket, type Socket } from 'node:dgram';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Tracer } from '#shared/runtime/tracer';

const TRACE_ID = '1-5759e988-bd862e3fe1be46a994272793';
const LAMBDA = 'lambda-segment-0'.slice(0, 16);
const subsegment = z.looseObject({ name: z.string(), annotations: z.record(z.string(), z.unknown()).optional() });

/** A substitute for the X-Ray daemon that Lambda runs next to every function. */
let daemon: Socket;
const received: z.infer<typeof subsegment>[] = [];
let tracer: Tracer;

beforeAll(async () => {
  daemon = createSocket('udp4');
  daemon.on('message', (data) => received.push(subsegment.parse(JSON.parse(String(data).split('\n').at(-1) ?? ''))));
  await new Promise<void>((resolve) => daemon.bind(0, '127.0.0.1', resolve));
  vi.stubEnv('AWS_XRAY_DAEMON_ADDRESS', `127.0.0.1:${daemon.address().port}`);
  vi.stubEnv('AWS_EXECUTION_ENV', 'AWS_Lambda_nodejs24.x');
  vi.stubEnv('LAMBDA_TASK_ROOT', '/var/task');
  vi.stubEnv('_X_AMZN_TRACE_ID', `Root=${TRACE_ID};Parent=${LAMBDA};Sampled=1`);
  ({ tracer } = await import('#shared/runtime/lambda-tracer'));
});
afterAll(() => {
  vi.unstubAllEnvs();
  daemon.close();
});

test('an invocation and its calls to backends arrive at the daemon, with the ids one searches for', async () => {
  await tracer.within('openstack.ensureServer', { clusterUuid: 'c1', correlationId: 'x1' }, async () => {
    tracer.beginCall('Nova of north (eu)', { op: 'createServer' })();
  });
  await vi.waitFor(() => expect(received.map(({ name }) => name)).toContain('openstack.ensureServer'));
  const invocation = received.find(({ name }) => name === 'openstack.ensureServer');
  const call = received.find(({ name }) => name.startsWith('Nova'));
  expect(invocation).toMatchObject({
    trace_id: TRACE_ID,
    parent_id: LAMBDA,
    annotations: { clusterUuid: 'c1', correlationId: 'x1' },
  });
  expect(call).toMatchObject({
    name: 'Nova of north -eu-',
    namespace: 'remote',
    parent_id: invocation?.id,
    annotations: { op: 'createServer' },
  });
});

test('a failure is marked as one and leaves as it is', async () => {
  const failing = tracer.within('rancher.ensureCluster', {}, () => Promise.reject(new Error('Rancher is away')));
  await expect(failing).rejects.toThrow('Rancher is away');
  await vi.waitFor(() => expect(received.map(({ name }) => name)).toContain('rancher.ensureCluster'));
  expect(received.find(({ name }) => name === 'rancher.ensureCluster')).toMatchObject({
    fault: true,
    cause: { exceptions: [{ message: 'Rancher is away' }] },
  });
});
