import { beforeAll, expect, test } from 'vitest';
import { keptIn } from '#infra/config/kept-settings';
import { synth } from './synth.ts';

let body = '';
beforeAll(() => {
  const env = { PADDOCK_ALARM_EMAIL: 'ops@example.org', PADDOCK_READ_ONLY_MODE: 'false', PADDOCK_SUBNET_IDS: 'a,b' };
  body = JSON.stringify(synth({ ...env, PADDOCK_SECURITY_GROUP_IDS: 'sg', PADDOCK_STAGE: 'kept' }).toJSON());
});

test('a stage’s template has the settings that were given, as they are compared with the next deployment’s', () => {
  expect(keptIn(body)).toEqual({
    stage: 'kept',
    alarmEmail: 'ops@example.org',
    readOnlyMode: false,
    subnetIds: ['a', 'b'],
    securityGroupIds: ['sg'],
  });
});
