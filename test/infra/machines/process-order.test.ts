import { beforeAll, expect, test } from 'vitest';
import { type Asl, aslOf } from '../asl.ts';
import { synth } from '../synth.ts';

let machine: Asl;
beforeAll(() => {
  machine = aslOf(synth(), 'process-order');
}, 60_000);

test('the order is claimed before anything else, and says which machine carries it out', () => {
  const { StartAt, States } = machine;
  expect(StartAt).toBe('BeginOrder');
  expect(States.BeginOrder).toMatchObject({
    Next: 'WhichOrder',
    Arguments: {
      Payload: { step: 'records.beginOrder', input: { clusterUuid: expect.stringContaining('Input.clusterUuid') } },
    },
  });
  expect(States.WhichOrder).toMatchObject({
    Choices: [
      { Condition: "{% $states.input.type = 'Create' and $states.input.managed %}", Next: 'ProvisionInfrastructure' },
      { Condition: "{% $states.input.type = 'Create' %}", Next: 'WhichDriverCreates' },
    ],
    Default: 'WhichDriverDeletes',
  });
  expect(States.WhichDriverCreates?.Choices).toEqual([
    { Condition: '{% $driver in ["rancher-custom"] %}', Next: 'CreateCluster' },
    { Condition: '{% $driver in ["rancher-pools"] %}', Next: 'CreatePoolCluster' },
    { Condition: '{% $driver in ["cluster-api"] %}', Next: 'CreateClusterApiCluster' },
  ]);
  expect(States.WhichDriverDeletes?.Choices).toEqual([
    { Condition: '{% $driver in ["rancher-custom"] %}', Next: 'DeleteCluster' },
    { Condition: '{% $driver in ["rancher-pools"] %}', Next: 'DeletePoolCluster' },
    { Condition: '{% $driver in ["cluster-api"] %}', Next: 'DeleteClusterApiCluster' },
  ]);
});

test.each([
  ['ProvisionInfrastructure', 'WhichDriverCreates'],
  ['CreateCluster', 'OrderProcessed'],
  ['CreatePoolCluster', 'OrderProcessed'],
  ['DeleteCluster', 'OrderProcessed'],
  ['DeletePoolCluster', 'OrderProcessed'],
])('%s is started once for an operation, with ids only', (id, next) => {
  expect(machine.States[id]).toMatchObject({
    Next: next,
    Arguments: {
      Name: `{% $states.context.Execution.Input.operationUuid & '-${id}' %}`,
      Input: {
        operationUuid: '{% $states.context.Execution.Input.operationUuid %}',
        clusterUuid: '{% $states.context.Execution.Input.clusterUuid %}',
        correlationId: '{% $states.context.Execution.Input.correlationId %}',
      },
    },
  });
});

test('a child that died without writing is recorded under its name', () => {
  expect(machine.States.CreateCluster?.Catch).toMatchObject([
    { ErrorEquals: ['States.ALL'], Next: 'RecordFailure', Assign: { failure: { step: 'create-cluster' } } },
  ]);
});
