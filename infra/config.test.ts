import { expect, test } from 'vitest';
import { readConfig, siteSettingsText } from './config.ts';

const env = { CDK_DEFAULT_ACCOUNT: '000000000000', CDK_DEFAULT_REGION: 'us-east-1' };
const context = () => undefined;
/** A folder without stage files, so that the stage files of the repository do not matter. */
const folder = import.meta.dirname;

test('an account and a region are all a stage needs', () => {
  const { config, given } = readConfig({ context, folder, env });
  expect(config).toMatchObject({
    account: '000000000000',
    region: 'us-east-1',
    stage: 'dev',
    firstNodesTimeoutSeconds: 1800,
    serversGoneTimeoutSeconds: 900,
    serverAttempts: 2,
    removalPolicy: 'retain',
  });
  expect(given).toEqual({ stage: 'dev' });
});

test('what was given is known beside the defaults', () => {
  const { config, given } = readConfig({
    context,
    folder,
    env: { ...env, PADDOCK_STAGE: 'prod', PADDOCK_SESSION_HOURS: '4' },
  });
  expect(config).toMatchObject({ stage: 'prod', sessionHours: 4, watchMinutes: 5 });
  expect(given).toEqual({ stage: 'prod', sessionHours: 4 });
});

test('functions know whether the stage sends e-mail', () => {
  const { config } = readConfig({ context, folder, env });
  const known = (given: Partial<typeof config>) => JSON.parse(siteSettingsText({ ...config, ...given })).sendsMail;
  expect(known({})).toBe(false);
  expect(known({ mailFrom: 'paddock@example.org' })).toBe(true);
});
