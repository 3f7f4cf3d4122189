import { beforeAll, expect, inject, test } from 'vitest';
import { requestStaff } from '#infra/ops/staff-token';
import { createProbeStack, probeClient, probeFunction } from './probe-stack.ts';

const endpoint = inject('awsEndpoint');
const stage = `probe${process.pid}`;
/** Replaces the stage's maintenance function. The answer contains the input. */
const SOURCE = `
exports.handler = async ({ username, email, ...rest }) => {
  if (Object.keys(rest).length > 0 || username === 'taken') throw new Error('taken');
  return { user_uuid: 'u', token: [username, email].join(' ') };
};`;

beforeAll(() =>
  createProbeStack(endpoint, `${stage}-staff`, { F: probeFunction(`${stage}-ops-create-staff`, SOURCE) }),
);

test("the stage's maintenance function makes the user and the token", async () => {
  const user = { stage, username: 'ada', email: 'ada@example.org' };
  expect(await requestStaff(user, probeClient(endpoint))).toEqual({ user_uuid: 'u', token: 'ada ada@example.org' });
});

test('a refusal of the function is shown', async () => {
  await expect(requestStaff({ stage, username: 'taken' }, probeClient(endpoint))).rejects.toMatchObject({
    name: 'OperatorError',
    message: expect.stringContaining(`${stage}-ops-create-staff failed:`),
  });
});

test('a stage that is not deployed is one sentence with a next step', async () => {
  await expect(requestStaff({ stage: 'nowhere', username: 'ada' }, probeClient(endpoint))).rejects.toMatchObject({
    name: 'OperatorError',
    message: expect.stringMatching(/^There is no function nowhere-ops-create-staff .*: deploy the stage first/),
  });
});
