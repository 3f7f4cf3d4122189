import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig, VARIABLES } from './config.ts';

const HERE = { CDK_DEFAULT_ACCOUNT: '000000000000', CDK_DEFAULT_REGION: 'us-east-1' };
const noContext = () => undefined;

test('an account and a region are all a stage needs', () => {
  expect(readConfig(noContext, HERE)).toMatchObject({
    stage: 'dev',
    firstNodesTimeoutSeconds: 1800,
    serversGoneTimeoutSeconds: 900,
    serverAttempts: 2,
    removalPolicy: 'retain',
  });
});

test('context wins over the environment', () => {
  const context = (field: string) => (field === 'stage' ? 'local' : undefined);
  expect(readConfig(context, { ...HERE, PADDOCK_STAGE: 'prod' }).stage).toBe('local');
});

test.each([
  ['a stage that cannot be part of a name', { PADDOCK_STAGE: 'My Stage' }, 'lower-case letters'],
  ['an issuer without an audience', { PADDOCK_OIDC_ISSUER: 'https://sso.example.org' }, 'belong together'],
  ['subnets without security groups', { PADDOCK_SUBNET_IDS: 'subnet-1' }, 'belong together'],
  // The function itself ends after 60 s, and would not say why.
  ['a step that ends before its request', { PADDOCK_STEP_TIMEOUT_SECONDS: '20' }, 'stepTimeoutSeconds'],
  ['a provider without a place for anybody', { PADDOCK_PROVIDER_CONCURRENCY: '0' }, 'providerConcurrency'],
  ['a backend waited for longer than a step', { PADDOCK_BACKEND_TIMEOUT_SECONDS: '60' }, 'backendTimeoutSeconds'],
  ['a server that is never made', { PADDOCK_SERVER_ATTEMPTS: '0' }, 'serverAttempts'],
  ['a deadline of no time', { PADDOCK_RANCHER_ID_TIMEOUT_SECONDS: '0' }, 'rancherIdTimeoutSeconds'],
])('%s is refused at synth', (_what, env, words) => {
  expect(() => readConfig(noContext, { ...HERE, ...env })).toThrow(words);
});

test('the runbook has a row for each variable that is ours', () => {
  const rows = readFileSync('docs/runbook.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `PADDOCK_'));
  const told = rows.flatMap((row) => row.split('|')[1]?.match(/PADDOCK_\w+/g) ?? []);
  const ours = Object.values(VARIABLES).filter((variable) => variable.startsWith('PADDOCK_'));
  expect(told.sort()).toEqual(ours.sort());
});
