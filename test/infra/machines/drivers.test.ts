import { Duration, Stack } from 'aws-cdk-lib';
import { QueryLanguage, StateGraph, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { TARGET } from '#machines/_blocks/flow';
import { MachineParts } from '#machines/_blocks/machine';
import { flowOf } from '#machines/_blocks/record-failure';
import { runDriver } from '#machines/_blocks/run-driver';
import { DRIVERS } from '#machines/_drivers/registry';
import { DRIVER_MACHINES, driverName } from '#shared/domain/_core/cluster-driver';
import { givenParts } from './given-parts.ts';

test('every driver has state machines, and those that its work names', () => {
  expect(DRIVERS.map(({ name }) => name).sort()).toEqual([...driverName.options].sort());
  for (const { name, machines } of DRIVERS) {
    const names = machines.map((machine) => machine.name);
    expect(names, name).toEqual(expect.arrayContaining(Object.values(DRIVER_MACHINES[name])));
  }
});

const states = z.object({
  StartAt: z.string(),
  States: z.record(
    z.string(),
    z.looseObject({ Choices: z.array(z.object({ Condition: z.string(), Next: z.string() })).optional() }),
  ),
});

function startOf(drivers: Parameters<typeof runDriver>[3]) {
  const parts = new MachineParts(givenParts());
  const start = runDriver(flowOf(parts, TARGET), 'createCluster', Succeed.jsonata(parts.scope, 'Done'), drivers);
  const asl = states.parse(
    Stack.of(parts.scope).resolve(new StateGraph(start.startState, 'run').toGraphJson(QueryLanguage.JSONATA)),
  );
  return { asl, start: asl.States[asl.StartAt], children: [...parts.children] };
}

const one = { createCluster: 'create-cluster', deleteCluster: 'delete-cluster' } as const;
// A second driver for these tests. Any existing state machine can serve as the state machine of this driver.
const other = { ...one, createCluster: 'provision-infrastructure' } as const;

test('with one driver an order starts its machine without a choice', () => {
  expect(startOf({ one }).asl.StartAt).toBe('CreateCluster');
});

test('with several drivers an order starts the machine of its cluster’s driver, and drivers may share a machine', () => {
  const { start, children } = startOf({ one, other, third: one });
  expect(start?.Choices).toEqual([
    { Condition: '{% $driver in ["one","third"] %}', Next: 'CreateCluster' },
    { Condition: '{% $driver in ["other"] %}', Next: 'ProvisionInfrastructure' },
  ]);
  expect(children).toEqual(['create-cluster', 'provision-infrastructure']);
});

test('a machine ends after its children', () => {
  const parts = new MachineParts(givenParts());
  runDriver(flowOf(parts, TARGET), 'createCluster', Succeed.jsonata(parts.scope, 'Done'), { one, other });
  expect(parts.timeout()).toEqual(Duration.hours(1).plus(Duration.hours(2)).plus(Duration.hours(2)));
});
