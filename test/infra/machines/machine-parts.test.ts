import { Duration } from 'aws-cdk-lib';
import { Choice, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import { expect, test } from 'vitest';
import { TARGET } from '#machines/_blocks/flow';
import { build, type Machine } from '#machines/_blocks/machine';
import { pollUntil } from '#machines/_blocks/poll-until';
import { flowOf } from '#machines/_blocks/record-failure';
import { runMachine } from '#machines/_blocks/run-machine';
import { waitForWakeup } from '#machines/_blocks/wait-for-wakeup';
import { MACHINE_NAMES } from '#machines/machine-names';
import { MACHINES } from '#machines/registry';
import { steps } from '#shared/contracts/steps';
import { givenParts } from './given-parts.ts';

test('a machine may call the steps and start the machines that its definition names, and ends an hour after all its waits', () => {
  const define: Machine['define'] = (parts) => {
    const flow = flowOf(parts, TARGET);
    const child = runMachine(flow, 'AddNode', 'add-node').next(Succeed.jsonata(parts.scope, 'Done'));
    const wait = { input: TARGET, seconds: 600, next: child };
    const watch = waitForWakeup(flow, 'Watch', steps.watch.watchCluster, wait);
    const deadline = { afterSeconds: 300, error: 'BootstrapTimeout', cause: 'late' };
    return pollUntil(flow, 'Ensure', steps.rancher.ensureCluster, TARGET, 'ready', { deadline, next: watch });
  };
  const { parts, timeout } = build({ name: 'create-cluster', define }, givenParts());
  expect([...parts.backends].sort()).toEqual(['rancher', 'records', 'watch']);
  expect([...parts.children]).toEqual(['add-node']);
  expect(timeout.toSeconds()).toBe(3600 + 300 + 600 + 7200);
});

test('a machine that says when it ends, ends then', () => {
  const define: Machine['define'] = ({ scope }) => Choice.jsonata(scope, 'Nothing');
  const { timeout } = build({ name: 'sync-access', define, timeout: Duration.minutes(5) }, givenParts());
  expect(timeout.toSeconds()).toBe(300);
});

test('the registry has every machine once', () => {
  expect(MACHINES.map(({ name }) => name).sort()).toEqual([...MACHINE_NAMES].sort());
});
