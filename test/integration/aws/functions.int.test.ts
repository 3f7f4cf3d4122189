import { LambdaClient, PutFunctionConcurrencyCommand } from '@aws-sdk/client-lambda';
import { beforeAll, expect, inject, test } from 'vitest';
import { lambdaFunctions } from '#shared/adapters/aws/functions';
import { createProbeStack, probeClient, probeFunction } from '../local/probe-stack.ts';

const stage = `probe-functions-${process.pid}`;
const endpoint = inject('awsEndpoint');
const client = new LambdaClient({ ...probeClient(endpoint), maxAttempts: 1 });
const functions = lambdaFunctions({ client, nameOf: (entry) => `${stage}-${entry}` });

beforeAll(async () => {
  await createProbeStack(endpoint, stage, {
    Echo: probeFunction(`${stage}-echo`, 'exports.handler = async (event) => ({ given: event });'),
    Thrower: probeFunction(`${stage}-thrower`, 'exports.handler = async () => { throw new Error("own words"); };'),
    Full: probeFunction(`${stage}-full`, 'exports.handler = async () => "never";'),
  });
  await client.send(
    new PutFunctionConcurrencyCommand({ FunctionName: `${stage}-full`, ReservedConcurrentExecutions: 0 }),
  );
}, 60_000);

test('a function is given the event, and its answer is handed on', async () => {
  expect(await functions.invoke('echo', { path: '/api/ü/' })).toEqual({ given: { path: '/api/ü/' } });
});

test('a function that throws is an error that names the function; its own words are the cause', async () => {
  await expect(functions.invoke('thrower', {})).rejects.toMatchObject({
    message: `the function ${stage}-thrower failed`,
    cause: { errorMessage: 'own words' },
  });
});

test('a function without room is throttled, which the caller may try again', async () => {
  await expect(functions.invoke('full', {})).rejects.toMatchObject({ name: 'BackendThrottled', status: 503 });
});

test('a function that is not there is an error', async () => {
  await expect(functions.invoke('nowhere', {})).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});
