import { DescribeExecutionCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { arn, createProbeStack, probeClient, probeFunction } from './probe-stack.ts';

// Tests when a function's reserved concurrency refuses calls, and when refused calls are retried. The suite's emulator
// shortens waits by the factor 0.01.
const name = `probe-throttling-${process.pid}`;
const endpoint = inject('awsEndpoint');
const sfn = new SFNClient(probeClient(endpoint));

const SLOW = 'exports.handler = () => new Promise((resolve) => setTimeout(resolve, 1000, "done"));';
const capped = (functionName: string, source: string, ReservedConcurrentExecutions: number) => {
  const { Properties, ...resource } = probeFunction(functionName, source);
  return { ...resource, Properties: { ...Properties, ReservedConcurrentExecutions } };
};

const THROTTLED = 'Lambda.TooManyRequestsException';
const TOOK = '{% $millis() - $toMillis($states.context.State.EnteredTime) %}';
/** Returns the function's output. If the call is refused and not retried, returns `caught`. */
const branch = (functionName: string, caught: string, Retry: object[] = []) => ({
  StartAt: 'Call',
  States: {
    Call: {
      ...{ Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke', End: true, Retry },
      ...{ Arguments: { FunctionName: functionName }, Output: '{% $states.result.Payload %}' },
      Catch: [{ ErrorEquals: [THROTTLED], Output: caught, Next: 'Refused' }],
    },
    Refused: { Type: 'Succeed' },
  },
});
const RETRY = [{ ErrorEquals: [THROTTLED], MaxAttempts: 1, IntervalSeconds: 60, JitterStrategy: 'FULL' }];
const parallel = (branches: object[]) => ({ Type: 'Parallel', Branches: branches, End: true });
const many = (one: object) => Array.from({ length: 20 }, () => one);

const machines = {
  capped: parallel([branch(`${name}-one`, THROTTLED), branch(`${name}-one`, THROTTLED)]),
  jitter: parallel(many(branch(`${name}-none`, TOOK, RETRY))),
};

beforeAll(async () => {
  const resources = Object.entries(machines).map(([machine, Fan]) => [
    `M${machine}`,
    {
      Type: 'AWS::StepFunctions::StateMachine',
      Properties: {
        StateMachineName: `${name}-${machine}`,
        RoleArn: arn('iam', 'role/probe'),
        DefinitionString: JSON.stringify({ QueryLanguage: 'JSONata', StartAt: 'Fan', States: { Fan } }),
      },
    },
  ]);
  const functions = { One: capped(`${name}-one`, SLOW, 1), None: capped(`${name}-none`, SLOW, 0) };
  await createProbeStack(endpoint, name, { ...functions, ...Object.fromEntries(resources) });
}, 60_000);

async function outputOf<T>(machine: keyof typeof machines, output: z.ZodType<T>): Promise<T> {
  const stateMachineArn = arn('states', `stateMachine:${name}-${machine}`);
  const { executionArn } = await sfn.send(new StartExecutionCommand({ stateMachineArn }));
  const execution = () => sfn.send(new DescribeExecutionCommand({ executionArn }));
  const over = async () => (await execution()).status !== 'RUNNING';
  await expect.poll(over, { interval: 50, timeout: 10_000 }).toBe(true);
  return output.parse(JSON.parse((await execution()).output ?? 'null'));
}

test('what is beyond the reserved concurrency of a function is refused by the name AWS gives it', async () => {
  expect((await outputOf('capped', z.array(z.string()))).toSorted()).toEqual([THROTTLED, 'done']);
});

test('those that were refused together do not come again together', async () => {
  expect(Math.min(...(await outputOf('jitter', z.array(z.number()))))).toBeLessThan(590); // without jitter the minimum would be 600
});
