import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { variableOf } from './fields.ts';
import { readStage, type Sources } from './read-stage.ts';

const folder = mkdtempSync(join(tmpdir(), 'paddock-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

function aFile(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

type Said = Partial<Sources> & { flags?: Record<string, string> };
const read = ({ flags = {}, env = {} }: Said) => readStage({ context: (name) => flags[name], env, folder });

function faultsOf(said: Said): string[] {
  try {
    read(said);
  } catch (error) {
    if (error instanceof Error && error.name === 'OperatorError') return error.message.split('\n').slice(1);
    throw error;
  }
  return [];
}

test('a stage has the settings of the file that is named after it, in YAML’s own types', () => {
  aFile(
    'paddock.full.yaml',
    `# what operators see
alarmEmail: ops@example.org
sessionHours: 4
readOnlyMode: true
signInReturnUrls:
  - https://console.example.org/
roleRequirement: {server: {cpu: 4, ramMb: 8192}, agent: {cpu: 2, ramMb: 2048}}
`,
  );
  const { stage, given, values } = read({ flags: { stage: 'full' } });
  expect(stage).toBe('full');
  expect(given).toEqual({
    stage: 'full',
    alarmEmail: 'ops@example.org',
    sessionHours: 4,
    readOnlyMode: true,
    signInReturnUrls: ['https://console.example.org/'],
    roleRequirement: { server: { cpu: 4, ramMb: 8192 }, agent: { cpu: 2, ramMb: 2048 } },
  });
  expect(values).toMatchObject({ watchMinutes: 5, hooksOverHttp: false });
});

test('the command line comes before the environment, that before the file, that before the default', () => {
  aFile('paddock.order.yaml', 'sessionHours: 1\nwatchMinutes: 6\nserverAttempts: 3\n');
  const env = { PADDOCK_STAGE: 'order', PADDOCK_SESSION_HOURS: '2', PADDOCK_WATCH_MINUTES: '7' };
  expect(read({ flags: { sessionHours: '3' }, env }).values).toMatchObject({
    sessionHours: 3,
    watchMinutes: 7,
    serverAttempts: 3,
    healingAttempts: 3,
  });
});

test('the environment has lists with commas, flags, numbers and JSON', () => {
  const env = {
    PADDOCK_SUBNET_IDS: 'subnet-1, subnet-2',
    PADDOCK_SECURITY_GROUP_IDS: 'sg-1',
    PADDOCK_READ_ONLY_MODE: 'true',
    PADDOCK_HEALING_MAX_UNHEALTHY_SHARE: '0.5',
    PADDOCK_LOG_RETENTION_DAYS: '90',
    PADDOCK_SYSTEM_VOLUME_MIN_SIZE: '20',
    PADDOCK_ROLE_REQUIREMENT: '{"server": {"cpu": 1, "ramMb": 1}, "agent": {"cpu": 1, "ramMb": 1}}',
  };
  expect(read({ env }).given).toEqual({
    stage: 'dev',
    subnetIds: ['subnet-1', 'subnet-2'],
    securityGroupIds: ['sg-1'],
    readOnlyMode: true,
    healingMaxUnhealthyShare: 0.5,
    logRetentionDays: 90,
    systemVolumeMinSizeGb: 20,
    roleRequirement: { server: { cpu: 1, ramMb: 1 }, agent: { cpu: 1, ramMb: 1 } },
  });
});

test('a file that is named says which stage it is of, by its name or by itself', () => {
  const named = aFile('paddock.one.yaml', 'sessionHours: 1\n');
  const saying = aFile('other.yaml', 'stage: two\n');
  expect(read({ flags: { config: named } })).toMatchObject({ stage: 'one', given: { stage: 'one', sessionHours: 1 } });
  expect(read({ flags: { config: saying } }).stage).toBe('two');
});

test('a stage without a file has what is given otherwise', () => {
  expect(read({ flags: { stage: 'bare' } })).toMatchObject({ stage: 'bare', given: { stage: 'bare' } });
  expect(read({}).file).toBeUndefined();
});

const wrongFiles: [string, string, (string | RegExp)[]][] = [
  [
    'a name that is nearly one',
    'alarmEmial: a@b.org',
    [/"alarmEmial" in .*wrong.yaml, line 1 .* did you mean alarmEmail\?/],
  ],
  ['a name like none', 'x: 1', [/"x" in .* is not a setting: docs\/configuration.md has all names/]],
  ['an account', 'account: "000000000000"', [/account in .* is not allowed/]],
  ['another stage', 'stage: dev', [/stage is "dev" in .*line 1; expected wrong, as in the file’s name/]],
  ['a text for a number', 'sessionHours: "8"', [/sessionHours is "8" in .*; expected a whole number from 1 to 24\.$/]],
  [
    'a list in one text',
    'subnetIds: a,b\nsecurityGroupIds: [c]',
    [/subnetIds is "a,b" .*expected a list of ids of subnets/],
  ],
  [
    'a part of an object',
    'roleRequirement: {server: {cpu: 2}, agent: {cpu: 1, ramMb: 1}}',
    [/server.ramMb is missing/],
  ],
  ['an item of a list', 'signInReturnUrls: ["https://a.org", x]', [/signInReturnUrls\[1\] is "x" in /]],
  ['a network that is none', 'hookNetworks: [office]', [/hookNetworks\[0\] is "office" .*expected a list of networks/]],
  ['no value', 'alarmEmail:', [/alarmEmail has no value in .*; expected an e-mail address/]],
  ['the same name twice', 'sessionHours: 1\nsessionHours: 2', [/line 2: .*unique/]],
  ['no list of names', '- a', [/is not a list of `name: value`/]],
  ['broken YAML', 'alarmEmail: "a', [/line 2: Missing closing/]],
  ['a password', 'alarmUrl: https://me:hidden@example.org', [/alarmUrl contains a password .*PADDOCK_ALARM_URL/]],
];
test.each(wrongFiles)('a file with %s is refused in a line that says so', (_what, text, lines) => {
  aFile('paddock.wrong.yaml', `${text}\n`);
  const faults = faultsOf({ flags: { stage: 'wrong' } });
  expect(faults).toEqual(lines.map((line) => expect.stringMatching(line)));
  expect(faults.join('')).not.toContain('hidden');
});

test('all that is wrong is said at once, each with where it was given', () => {
  aFile('paddock.many.yaml', 'sessionHours: 30\nreadOnlyMode: maybe\nalarmMail: a@b.org\n');
  const env = { PADDOCK_ALARM_EMAIL: 'ops', PADDOCK_STAGE: 'many' };
  expect(faultsOf({ flags: { watchMinutes: '1' }, env })).toEqual([
    expect.stringMatching(/"alarmMail" in .*paddock.many.yaml, line 3 is not a setting: did you mean alarmEmail\?/),
    expect.stringMatching(/sessionHours is 30 in .*paddock.many.yaml, line 1; expected/),
    '  alarmEmail is "ops" in PADDOCK_ALARM_EMAIL; expected an e-mail address.',
    expect.stringMatching(/readOnlyMode is "maybe" in .*; expected true or false\./),
    '  watchMinutes is 1 in --context watchMinutes; expected a whole number from 5 to 240.',
  ]);
});

test.each([
  ['a stage that cannot be part of a name', { PADDOCK_STAGE: 'My Stage' }, 'lower-case letters'],
  ['an issuer without an audience', { PADDOCK_OIDC_ISSUER: 'https://sso.example.org' }, 'belong together'],
  ['an audience without an issuer', { PADDOCK_OIDC_AUDIENCE: 'paddock' }, 'belong together'],
  ['subnets without security groups', { PADDOCK_SUBNET_IDS: 'subnet-1' }, 'belong together'],
  // With this setting, the step would end before its request to a backend times out. The log of the step would then
  // lack the reason.
  ['a step that ends before its request', { PADDOCK_STEP_TIMEOUT_SECONDS: '20' }, 'stepTimeoutSeconds'],
  ['a provider without a place for anybody', { PADDOCK_PROVIDER_CONCURRENCY: '0' }, 'providerConcurrency'],
  ['a backend waited for longer than a step', { PADDOCK_BACKEND_TIMEOUT_SECONDS: '60' }, 'backendTimeoutSeconds'],
  ['a server that is never made', { PADDOCK_SERVER_ATTEMPTS: '0' }, 'serverAttempts'],
  ['a deadline of no time', { PADDOCK_RANCHER_ID_TIMEOUT_SECONDS: '0' }, 'rancherIdTimeoutSeconds'],
  ['days that CloudWatch does not have', { PADDOCK_LOG_RETENTION_DAYS: '31' }, '14, 30, 60'],
  ['a variable that is empty', { PADDOCK_SESSION_HOURS: '' }, 'sessionHours is "" in PADDOCK_SESSION_HOURS'],
  ['JSON that is none', { PADDOCK_ROLE_REQUIREMENT: '{server' }, 'roleRequirement is "{server" in PADDOCK_ROLE'],
])('%s is refused', (_what, env, words) => {
  expect(faultsOf({ env })).toEqual([expect.stringContaining(words)]);
});

test('an account at the mail server is refused wherever it is given, and not shown', () => {
  const faults = faultsOf({ env: { PADDOCK_SMTP_URL: 'smtp://me:hidden@mail.example.org:587' } });
  expect(faults).toEqual([expect.stringContaining('paddock/<stage>/smtp/account')]);
  expect(faults[0]).not.toContain('hidden');
});

test('a stage that differs from the stage of the file is refused', () => {
  const config = aFile('paddock.prod.yaml', 'sessionHours: 1\n');
  expect(faultsOf({ flags: { config }, env: { PADDOCK_STAGE: 'dev' } })).toEqual([
    expect.stringMatching(/stage is "dev" in PADDOCK_STAGE; expected prod, the stage of .*paddock.prod.yaml/),
  ]);
});

test('a file that is missing, or names no stage, is refused', () => {
  expect(faultsOf({ flags: { config: join(folder, 'none.yaml') } })).toEqual([
    expect.stringMatching(/There is no file .*none/),
  ]);
  const config = aFile('nameless.yaml', 'sessionHours: 1\n');
  expect(faultsOf({ flags: { config } })).toEqual([expect.stringContaining('does not name its stage')]);
});

test.each([
  ['stage: 5\n', /^ {2}stage is 5 in .*numbered\.yaml, line 1; expected /],
  ['stage: [prod]\n', /^ {2}stage is \["prod"\] in .*numbered\.yaml, line 1; expected /],
  ['stage:\n', /^ {2}stage has no value in .*numbered\.yaml, line 1; expected /],
])('a stage that is not a text is refused, and is not the default stage: %j', (text, fault) => {
  const config = aFile('numbered.yaml', text);
  expect(faultsOf({ flags: { config } })).toEqual([expect.stringMatching(fault)]);
  expect(faultsOf({ flags: { config, stage: 'prod' } })).toEqual([expect.stringMatching(fault)]);
});

test('a variable is named after its field', () => {
  expect(variableOf('alarmEmail')).toBe('PADDOCK_ALARM_EMAIL');
  expect(variableOf('caBundleLayerArn')).toBe('PADDOCK_CA_BUNDLE_LAYER_ARN');
  expect(variableOf('systemVolumeMinSizeGb')).toBe('PADDOCK_SYSTEM_VOLUME_MIN_SIZE');
});

test.each([
  ['http://me:hidden@proxy.example.org:3128'],
  ['socks5://proxy.example.org:1080'],
  ['http://proxy.example.org:3128/path'],
])('%s is no proxy', (text) => {
  const faults = faultsOf({ env: { PADDOCK_HTTPS_PROXY: text } });
  expect(faults).toEqual([
    expect.stringContaining('expected http://host:port or https://host:port, without an account'),
  ]);
  expect(faults.join()).not.toContain('hidden');
});

test('exceptions from a proxy are refused without a proxy', () => {
  const env = { PADDOCK_NO_PROXY: 'vault.internal' };
  expect(faultsOf({ env })).toEqual([expect.stringContaining('noProxy lists exceptions from httpsProxy')]);
});
