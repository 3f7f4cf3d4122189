import { DescribeExecutionCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { arn, createProbeStack, probeClient, probeFunction } from './probe-stack.ts';

// Behaviour that AWS documents and that Paddock's state machines rely on. An unpatched MiniStack behaves differently.
// The test suite's emulator, a patched MiniStack, multiplies waits by 0.01.
const name = `probe-machines-${process.pid}`;
const endpoint = inject('awsEndpoint');
const sfn = new SFNClient(probeClient(endpoint));

const SOURCE = `
class QuotaExceeded extends Error { name = 'QuotaExceeded' }
let calls = 0;
exports.handler = async ({ what }) => {
  calls += 1;
  if (what === 'die') process.kill(process.pid, 'SIGKILL');
  if (what === 'throw') throw new QuotaExceeded('too many');
  return { calls };
};`;

type State = Record<string, unknown>;
const call = (what: string, more: State): State => ({
  Type: 'Task',
  Resource: 'arn:aws:states:::lambda:invoke',
  Arguments: { FunctionName: name, Payload: { what } },
  Output: '{% $states.result.Payload %}',
  ...more,
});
const callback = (what: string, more: State): State =>
  call(what, { Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken', ...more });
const caught = (error: string): State => ({
  Catch: [{ ErrorEquals: [error], Output: '{% $states.errorOutput %}', Next: 'Caught' }],
  End: true,
});
const Caught = { Type: 'Succeed', Output: { error: '{% $states.input.Error %}' } };

const machines: Record<string, Record<string, State>> = {
  thrown: { A: call('throw', caught('QuotaExceeded')), Caught },
  warm: { A: call('throw', caught('QuotaExceeded')), Caught: call('count', { End: true }) },
  died: { A: call('die', caught('Runtime.ExitError')), Caught },
  after: { A: call('die', caught('Runtime.ExitError')), Caught: call('count', { End: true }) },
  overdue: { A: callback('park', { TimeoutSeconds: '{% 10 * 3 %}', ...caught('States.Timeout') }), Caught },
  failed: { A: callback('throw', { TimeoutSeconds: 3000, ...caught('QuotaExceeded') }), Caught },
  parallel: {
    A: {
      Type: 'Parallel',
      Arguments: { n: 5 },
      Branches: [1, 2].map((factor) => ({
        StartAt: 'B',
        States: {
          B: { Type: 'Pass', Assign: { mine: `{% $states.input.n * ${factor} %}` }, Next: 'C' },
          C: { Type: 'Succeed', Output: '{% $mine %}' },
        },
      })),
      Assign: { both: '{% $states.result %}' },
      Output: '{% $sum($states.result) %}',
      Next: 'D',
    },
    D: { Type: 'Succeed', Output: { sum: '{% $states.input %}', both: '{% $both %}' } },
  },
};

beforeAll(async () => {
  const resources = Object.entries(machines).map(([machine, States]) => [
    `M${machine}`,
    {
      Type: 'AWS::StepFunctions::StateMachine',
      Properties: {
        StateMachineName: `${name}-${machine}`,
        RoleArn: arn('iam', 'role/probe'),
        DefinitionString: JSON.stringify({ QueryLanguage: 'JSONata', StartAt: 'A', States }),
      },
    },
  ]);
  await createProbeStack(endpoint, name, { F: probeFunction(name, SOURCE), ...Object.fromEntries(resources) });
}, 60_000);

async function outputOf(machine: string): Promise<unknown> {
  const stateMachineArn = arn('states', `stateMachine:${name}-${machine}`);
  const { executionArn } = await sfn.send(new StartExecutionCommand({ stateMachineArn }));
  const ended = async () => sfn.send(new DescribeExecutionCommand({ executionArn }));
  await expect.poll(async () => (await ended()).status, { interval: 20, timeout: 10_000 }).not.toBe('RUNNING');
  const { output, error, cause } = await ended();
  return output ? JSON.parse(output) : { error, cause };
}

test('a machine catches an error by the name the function threw it under', async () => {
  expect(await outputOf('thrown')).toEqual({ error: 'QuotaExceeded' });
});

test('a function that threw is still warm for the next call', async () => {
  expect(z.object({ calls: z.number() }).parse(await outputOf('warm')).calls).toBeGreaterThan(1);
});

test('when its process dies, a function has failed under the name that AWS gives it', async () => {
  expect(await outputOf('died')).toEqual({ error: 'Runtime.ExitError' });
});

test('after a death the next call has a process of its own', async () => {
  expect(await outputOf('after')).toEqual({ calls: 1 });
});

test('a timeout given as an expression ends a callback task, scaled like every other wait', async () => {
  const startedAt = Date.now();
  expect(await outputOf('overdue')).toEqual({ error: 'States.Timeout' });
  expect(Date.now() - startedAt).toBeLessThan(10_000); // without shortened waits, this would take 30 s
});

test('a callback task fails at once when its function fails, instead of waiting for its timeout', async () => {
  expect(await outputOf('failed')).toEqual({ error: 'QuotaExceeded' });
});

test('Parallel takes arguments, keeps the variables of its branches apart, and gives an output', async () => {
  expect(await outputOf('parallel')).toEqual({ sum: 15, both: [5, 10] });
});
