import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type RecordingTelemetry, recordingTelemetry } from '#test/recording-telemetry';
import { connectJson, type JsonClient } from '../adapters/json-client.ts';
import { BackendUnauthorized, BackendUnavailable } from '../errors.ts';
import { tracer } from './lambda-tracer.ts';
import { observe, watchBackendCalls } from './telemetry.ts';
import { silentTracer } from './tracer.ts';

const current: { telemetry: RecordingTelemetry } = { telemetry: recordingTelemetry() };
beforeAll(() => {
  // Subscribes to calls of backends only once, as a Lambda does. Each test still has separate metrics, because
  // `current.telemetry` is replaced before each test.
  watchBackendCalls({
    metrics: { add: (...given) => current.telemetry.metrics.add(...given) },
    tracer: current.telemetry.tracer,
  });
});
beforeEach(() => {
  current.telemetry = recordingTelemetry();
});

let nova: JsonClient;
const server = createServer((request, reply) => {
  reply.statusCode = Number(request.url?.slice(1));
  reply.setHeader('content-type', 'application/json').end('{}');
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  nova = connectJson({ backend: 'Nova of north', baseUrl: `http://127.0.0.1:${port}` });
});
afterAll(() => void server.close());

const ask = (status: number) => nova({ op: 'listServers', method: 'GET', path: `/${status}`, reply: z.unknown() });
const failures = () => current.telemetry.recorded.filter(({ name }) => name === 'BackendFailures');
const latencies = () => current.telemetry.recorded.filter(({ name }) => name === 'BackendLatency');

test('every request to a backend is measured under its name', async () => {
  await ask(200);
  expect(latencies()).toEqual([
    { name: 'BackendLatency', value: expect.any(Number), dimensions: { Backend: 'Nova of north' } },
  ]);
  expect(failures()).toEqual([]);
});

test.each([
  [503, 'BackendUnavailable'],
  [401, 'BackendUnauthorized'],
  [429, 'BackendThrottled'],
  [400, 'BackendRejected'],
])('a %i is measured, and counted as %s', async (status, name) => {
  await expect(ask(status)).rejects.toThrow();
  expect(latencies()).toHaveLength(1);
  expect(failures()).toEqual([
    { name: 'BackendFailures', value: 1, dimensions: { Backend: 'Nova of north', Error: name } },
  ]);
});

test.each([404, 409])('a %i is a normal answer to adapters that search and adopt: no failure', async (status) => {
  await expect(ask(status)).rejects.toThrow();
  expect(latencies()).toHaveLength(1);
  expect(failures()).toEqual([]);
});

test('metrics are published even if an invocation fails, including a refused credential', async () => {
  const published: unknown[] = [];
  const { metrics, tracer, recorded } = recordingTelemetry();
  const watched = { tracer, metrics: { ...metrics, publish: () => void published.push([...recorded]) } };
  const fail = (error: Error) => observe(watched, 'test', {}, () => Promise.reject(error));
  await expect(fail(new BackendUnavailable('away'))).rejects.toThrow('away');
  await expect(fail(new BackendUnauthorized('refused'))).rejects.toThrow('refused');
  expect(published).toEqual([[], [{ name: 'CredentialsRefused', value: 1, dimensions: {} }]]);
});

test('without a daemon, as on an emulator, nothing is traced and the SDK is not loaded', () => {
  expect(tracer).toBe(silentTracer);
});
