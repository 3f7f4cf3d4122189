import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { openDeadLetterQueue } from '#infra/ops/dead-letter-queue';
import { redriveLetters } from '#infra/ops/return-letters';
import { functionLog } from '#test/function-log';
import { askAws } from '#test/network/ask-aws';
import { arn, createProbeStack, PROBE_ACCOUNT, probeClient, probeFunction } from './probe-stack.ts';

// Tests when and how the operator's redrive command processes a queue. A test of the deployed stack covers orders that
// are dispatched again.
const endpoint = inject('awsEndpoint');
const stage = `redrive${process.pid}`;
const config = probeClient(endpoint);
const QueueUrl = `${endpoint}/${PROBE_ACCOUNT}/${stage}-dead-letters`;
/** Replacements for the stage's functions. They return their input, print a line, fail or wait. */
const sources = (waitFor: string) => ({
  'ops-redispatch': `exports.handler = async ({ range, dryRun }) =>
    [{ operationUuid: range.startSequenceNumber, outcome: dryRun ? 'waits' : range.shardId }];`,
  'ops-republish': `exports.handler = async ({ range, dryRun }) =>
    ({ outcome: dryRun ? 'waits' : range.shardId, events: 2 });`,
  'syncs-counts': "exports.handler = async () => console.log('ran');",
  'queue-webhooks': "exports.handler = async ({ detail }) => console.log('queued ' + detail.uuid);",
  'syncs-fails': "exports.handler = async () => { throw new Error('Rancher is away'); };",
  'syncs-waits': `exports.handler = async () => void (await fetch('${waitFor}'));`,
});

/** The waiting function sends a request to this server. The function continues when a test sends the response. */
let gate = Promise.withResolvers<ServerResponse>();
const server = createServer((_, response) => gate.resolve(response));

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const functions = Object.entries(sources(`http://127.0.0.1:${port}/`)).map(([name, source], index) => [
    `F${index}`,
    probeFunction(`${stage}-${name}`, source),
  ]);
  const Queue = { Type: 'AWS::SQS::Queue', Properties: { QueueName: `${stage}-dead-letters` } };
  await createProbeStack(endpoint, stage, { ...Object.fromEntries(functions), Queue });
}, 60_000);
afterAll(() => void server.close());
beforeEach(() => askAws(endpoint, 'sqs', 'PurgeQueue', { QueueUrl }));

const send = (body: unknown) => askAws(endpoint, 'sqs', 'SendMessage', { QueueUrl, MessageBody: JSON.stringify(body) });
/** The message that Lambda sends to the queue when a function could not handle an event. */
const lostEvent = (name: string) => ({
  requestContext: { functionArn: arn('lambda', `function:${stage}-${name}`), condition: 'RetriesExhausted' },
  requestPayload: {},
  responsePayload: { errorMessage: 'it was away' },
});
const lostRecords = (becomes: string, name = 'dispatcher') => ({
  requestContext: { functionArn: arn('lambda', `function:${stage}-${name}`), condition: 'RetryAttemptsExhausted' },
  DDBStreamBatchInfo: {
    ...{ streamArn: 'stream', shardId: becomes, startSequenceNumber: '7', endSequenceNumber: '7' },
    approximateArrivalOfLastRecord: '2026-03-01T12:00:00Z',
  },
});

async function redrive(dryRun = false) {
  const said: string[] = [];
  const queue = await openDeadLetterQueue(stage, config);
  const redriven = await redriveLetters(queue, { stage, dryRun, config }, (line) => said.push(line));
  await queue.release();
  return { ...redriven, said: said.join('\n') };
}
const counts = z.object({
  Attributes: z.object({
    ApproximateNumberOfMessages: z.coerce.number(),
    ApproximateNumberOfMessagesNotVisible: z.coerce.number(),
  }),
});
/** The number of visible messages in the queue, and the number of messages in flight. */
async function inQueue(): Promise<{ seen: number; held: number }> {
  const asked = { QueueUrl, AttributeNames: ['All'] };
  const { Attributes } = counts.parse(await askAws(endpoint, 'sqs', 'GetQueueAttributes', asked));
  return { seen: Attributes.ApproximateNumberOfMessages, held: Attributes.ApproximateNumberOfMessagesNotVisible };
}
const linesOf = async (name: string, text: string) =>
  (await functionLog(endpoint, `${stage}-${name}`)).filter((line) => line.includes(text)).length;

test('a dry run prints what it would do and changes nothing; the real one then carries each out and leaves nothing', async () => {
  await send(lostRecords('started'));
  await send(lostEvent('syncs-counts'));
  await send(lostEvent('syncs-counts'));
  const dry = await redrive(true);
  expect(dry).toMatchObject({ found: 3, done: 0 });
  expect(dry.said).toMatch(/operation 7.*RetryAttemptsExhausted(.|\n)*would be started; stays in the queue/);
  expect(dry.said).toMatch(/schedule of .*syncs-counts \(it was away\)(.|\n)*would run .*syncs-counts/);
  expect(await inQueue()).toEqual({ seen: 3, held: 0 });

  expect(await redrive()).toMatchObject({ found: 3, done: 3 });
  expect(await inQueue()).toEqual({ seen: 0, held: 0 });
  // Both events request the same run of the schedule, so the function runs once.
  expect(await linesOf('syncs-counts', 'ran')).toBe(1);
});

test('each event that was not sent to hooks is sent again, as it was', async () => {
  const of = (uuid: string) => ({
    ...{ 'detail-type': 'role_granted', source: 'paddock' },
    detail: { uuid, event_type: 'role_granted', event_types: ['role_granted'] },
  });
  await send(of('one'));
  await send(of('two'));
  const dry = await redrive(true);
  expect(dry).toMatchObject({ found: 2, done: 0 });
  expect(dry.said).toMatch(/the event one, role_granted, for hooks(.|\n)*would run .*queue-webhooks/);
  expect(await redrive()).toMatchObject({ found: 2, done: 2 });
  expect([await linesOf('queue-webhooks', 'queued one'), await linesOf('queue-webhooks', 'queued two')]).toEqual([
    1, 1,
  ]);
  expect(await inQueue()).toEqual({ seen: 0, held: 0 });
});

test('audit events that the bus did not take are published again', async () => {
  await send(lostRecords('published', 'event-publisher'));
  expect((await redrive(true)).said).toMatch(/2 audit events; not published(.|\n)*would be published/);
  expect(await redrive()).toMatchObject({ found: 1, done: 1 });
  expect(await inQueue()).toEqual({ seen: 0, held: 0 });
});

test.each([
  ['the bus refused them again', lostRecords('failed', 'event-publisher')],
  ['it could not be started', lostRecords('failed')],
  ['cannot be read', lostRecords('unreadable')],
  ['it failed again', lostEvent('syncs-fails')],
  ['cannot handle messages of this kind', lostEvent('dispatcher')],
  ['cannot handle messages of this kind', 'hello'],
])('what could not be carried out stays and says why: %s', async (why, body) => {
  await send(body);
  const { found, done, said } = await redrive();
  expect({ found, done }).toEqual({ found: 1, done: 0 });
  expect(said).toContain(why);
  expect(await inQueue()).toEqual({ seen: 1, held: 0 });
});

/** Runs the command in a separate process and ends the process while it handles an event. */
async function endedInTheMiddle(signal: NodeJS.Signals): Promise<void> {
  gate = Promise.withResolvers();
  await send(lostEvent('syncs-waits'));
  const env = { ...process.env, AWS_ENDPOINT_URL: endpoint };
  const child = spawn(process.execPath, ['infra/ops/redrive.ts', '--stage', stage], { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const answer = await gate.promise;
  child.kill(signal);
  await ended;
  answer.end();
}

test('interrupted in the middle, the command lets go of what it held', async () => {
  await endedInTheMiddle('SIGINT');
  expect(await inQueue()).toEqual({ seen: 1, held: 0 });
});

test('killed in the middle, it has lost nothing: the queue still has the message', async () => {
  await endedInTheMiddle('SIGKILL');
  expect(await inQueue()).toEqual({ seen: 0, held: 1 });
});

test('a stage that is not deployed is one sentence with a next step', async () => {
  await expect(openDeadLetterQueue('nowhere', config)).rejects.toMatchObject({
    name: 'OperatorError',
    message: expect.stringMatching(/^There is no queue nowhere-dead-letters .*: deploy the stage first/),
  });
});
