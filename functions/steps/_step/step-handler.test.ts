import { expect, test } from 'vitest';
import { BackendUnauthorized, BackendUnavailable, Conflict, ProviderBusy, Superseded } from '#shared/errors';
import type { Annotations } from '#shared/runtime/tracer';
import { recordingTelemetry } from '#test/recording-telemetry';
import { stepHandler } from './step-handler.ts';

const input = { operationUuid: 'op-1', clusterUuid: 'c-1', taskToken: 'not for anybody else' };
const event = { step: 'watch.watchNodes', correlationId: 'x-1', input };

function handlerOf(end: () => Promise<unknown>) {
  const { recorded, ...telemetry } = recordingTelemetry();
  const traced: { name: string; annotations: Annotations }[] = [];
  const within = <T>(name: string, annotations: Annotations, run: () => Promise<T>): Promise<T> => {
    traced.push({ name, annotations });
    return run();
  };
  const log = { info() {}, warn() {}, error() {} };
  const deps = { ...telemetry, tracer: { ...telemetry.tracer, within }, log };
  const handle = stepHandler(() => deps, [{ contract: { name: 'watch.watchNodes' }, call: end }]);
  const handler = (given: unknown) => handle(given, { getRemainingTimeInMillis: () => 60_000 });
  return { handler, recorded, traced };
}
const failing = (error: Error) => handlerOf(() => Promise.reject(error));

test('an attempt is timed by its step, and traced with its ids but without its input', async () => {
  const { handler, recorded, traced } = handlerOf(async () => ({ ready: true }));
  expect(await handler(event)).toEqual({ ready: true });
  expect(recorded).toEqual([
    { name: 'StepDuration', value: expect.any(Number), dimensions: { Step: 'watch.watchNodes' } },
  ]);
  expect(traced).toEqual([
    {
      name: 'watch.watchNodes',
      annotations: { step: 'watch.watchNodes', operationUuid: 'op-1', clusterUuid: 'c-1', correlationId: 'x-1' },
    },
  ]);
});

test('an attempt that fails is counted by step and error, and the error leaves as it is', async () => {
  const { handler, recorded } = failing(new BackendUnavailable('away'));
  await expect(handler(event)).rejects.toMatchObject({ name: 'BackendUnavailable' });
  const dimensions = { Step: 'watch.watchNodes', Error: 'BackendUnavailable' };
  expect(recorded).toContainEqual({ name: 'StepFailures', value: 1, dimensions });
});

test.each([new Conflict('lost'), new ProviderBusy('full'), new Superseded('newer')])(
  '$name is expected and not counted',
  async (error) => {
    const { handler, recorded } = failing(error);
    await expect(handler(event)).rejects.toThrow(error);
    expect(recorded.map(({ name }) => name)).toEqual(['StepDuration']);
  },
);

test('a refused credential is counted beside the failure, for the alarm of its own', async () => {
  const { handler, recorded } = failing(new BackendUnauthorized('no'));
  await expect(handler(event)).rejects.toThrow('no');
  expect(recorded).toContainEqual({ name: 'CredentialsRefused', value: 1, dimensions: {} });
});
