import { beforeAll, expect, inject, test } from 'vitest';
import { functionLog } from '#test/function-log';
import { arn, createProbeStack, probeFunction } from './probe-stack.ts';

// A schedule dispatches operations that the stream has lost. The suite's emulator shortens waits, such as the
// schedule's minute, by the factor 0.01.
const name = `probe-schedule-${process.pid}`;
const endpoint = inject('awsEndpoint');

beforeAll(async () => {
  const rule = {
    ScheduleExpression: 'rate(1 minute)',
    Targets: [{ Id: 'Function', Arn: arn('lambda', `function:${name}`) }],
  };
  await createProbeStack(endpoint, name, {
    Function: probeFunction(name, "exports.handler = async (event) => console.log('a ' + event['detail-type']);"),
    Rule: { Type: 'AWS::Events::Rule', Properties: rule },
  });
}, 60_000);

test('a rule runs its function again and again, scaled like every other wait', async () => {
  const runs = async () => (await functionLog(endpoint, name)).filter((line) => line.includes('a Scheduled Event'));
  await expect.poll(async () => (await runs()).length, { interval: 200, timeout: 12_000 }).toBeGreaterThan(1);
});
