import { beforeEach, expect, test, vi } from 'vitest';
import { lambdaMetrics } from './metrics.ts';

let written: string[];
beforeEach(() => {
  written = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => written.push(String(chunk)) > 0);
  return () => vi.restoreAllMocks();
});

const lines = () => written.map((line) => JSON.parse(line));

test('a value is written for each list of dimensions of its metric, always with the stage', () => {
  const metrics = lambdaMetrics('dev');
  metrics.add('StepFailures', 1, { Step: 'openstack.ensureServer', Error: 'BackendUnavailable' });
  metrics.publish();
  expect(lines()).toMatchObject([
    { StepFailures: 1, Stage: 'dev', Step: 'openstack.ensureServer' },
    { StepFailures: 1, Stage: 'dev', Step: 'openstack.ensureServer', Error: 'BackendUnavailable' },
  ]);
  expect(lines().map(({ _aws }) => _aws.CloudWatchMetrics)).toEqual([
    [{ Namespace: 'Paddock', Dimensions: [['Stage', 'Step']], Metrics: [{ Name: 'StepFailures', Unit: 'Count' }] }],
    [
      {
        Namespace: 'Paddock',
        Dimensions: [['Stage', 'Step', 'Error']],
        Metrics: [{ Name: 'StepFailures', Unit: 'Count' }],
      },
    ],
  ]);
});

test('values of one invocation share a line, and values beyond the hundred of a line get a further one', () => {
  const metrics = lambdaMetrics('dev');
  for (let value = 1; value <= 150; value++) metrics.add('BackendLatency', value, { Backend: 'Nova of north' });
  metrics.publish();
  const all = lines();
  expect(all).toHaveLength(2);
  expect(all.flatMap(({ BackendLatency }) => BackendLatency)).toHaveLength(150);
  for (const line of all) expect(line).toMatchObject({ Stage: 'dev', Backend: 'Nova of north' });
});

test('values are published once, and nothing is written without values', () => {
  const metrics = lambdaMetrics('dev');
  metrics.add('CredentialsRefused', 1, {});
  metrics.publish();
  metrics.publish();
  expect(lines()).toHaveLength(1);
});
