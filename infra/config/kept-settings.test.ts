import { expect, test } from 'vitest';
import { compareSettings, KEPT_UNDER, keptIn, keptSettings, lostSettings } from './kept-settings.ts';
import { differenceLine, fileText, refusalText, strangeDropText } from './settings-messages.ts';

const templateWith = (metadata: object) =>
  JSON.stringify({ Resources: { Other: {}, Topic: { Type: 'AWS::SNS::Topic', Metadata: metadata } } });

const compared: [string, object, object, string[]][] = [
  ['nothing', {}, {}, []],
  ['the same', { alarmEmail: 'a@b.org', subnetIds: ['a'] }, { alarmEmail: 'a@b.org', subnetIds: ['a'] }, []],
  ['a lost setting', { alarmEmail: 'a@b.org' }, {}, ['alarmEmail: "a@b.org" -> (lost)']],
  ['a lost setting with a default', { sessionHours: 4 }, {}, ['sessionHours: 4 -> (lost)']],
  ['a lost setting that was the default', { sessionHours: 8, readOnlyMode: false }, {}, []],
  ['a changed setting', { sessionHours: 4 }, { sessionHours: 5 }, ['sessionHours: 4 -> 5']],
  ['a setting that becomes the default', { sessionHours: 4 }, { sessionHours: 8 }, ['sessionHours: 4 -> 8']],
  ['a new setting', {}, { alarmEmail: 'a@b.org' }, ['alarmEmail: (none) -> "a@b.org"']],
  ['a new setting with a default', {}, { sessionHours: 5 }, ['sessionHours: (default: 8) -> 5']],
  ['a new setting that is the default', {}, { sessionHours: 8 }, []],
  [
    'a list in another order',
    { subnetIds: ['a', 'b'] },
    { subnetIds: ['b', 'a'] },
    ['subnetIds: ["a","b"] -> ["b","a"]'],
  ],
];
test.each(compared)('compares %s', (_what, deployed, given, lines) => {
  expect(compareSettings(deployed, given).map(differenceLine)).toEqual(lines);
});

test('settings are read back from a template, and what this release does not know is left out', () => {
  expect(keptIn(templateWith({ [KEPT_UNDER]: { stage: 'prod', sessionHours: 4, formerField: 1 } }))).toEqual({
    stage: 'prod',
    sessionHours: 4,
  });
  expect(keptIn(templateWith({ 'aws:cdk:path': 'a/b' }))).toBeUndefined();
});

test('of an address that may open something a hash is kept, by which a change and a loss are known', () => {
  const one = keptSettings({ alarmUrl: 'https://example.org/the-key' });
  const other = keptSettings({ alarmUrl: 'https://example.org/other-key' });
  const withPassword = keptSettings({ publicUrl: 'https://me:the-key@example.org' });
  expect(JSON.stringify([one, withPassword])).not.toContain('the-key');
  expect(compareSettings(one, one)).toEqual([]);
  expect(compareSettings(one, other).map(differenceLine)).toEqual(['alarmUrl: (hidden) -> (hidden)']);
  expect(compareSettings(one, {}).map(differenceLine)).toEqual(['alarmUrl: (hidden) -> (lost)']);
});

test('a lost setting is refused with what it was and what to do', () => {
  const { lost } = lostSettings(compareSettings({ alarmEmail: 'a@b.org', sessionHours: 4 }, {}), ['sessionHours']);
  expect(refusalText('prod', undefined, lost)).toBe(
    [
      'Nothing was changed: stage prod was deployed with settings that are not given now. Put each into paddock.prod.yaml or its variable, or pass --drop for it:',
      '  alarmEmail (PADDOCK_ALARM_EMAIL) was "a@b.org"; to remove it: --drop alarmEmail',
      '`npm run diff -- --stage prod --write` writes paddock.prod.yaml from the deployed settings.',
    ].join('\n'),
  );
  expect(refusalText('prod', 'paddock.prod.yaml', lost)).not.toContain('--write');
});

test('a name that is to be dropped and is not lost is refused', () => {
  const differences = compareSettings({ alarmEmail: 'a@b.org', sessionHours: 4 }, { sessionHours: 5 });
  const { lost, strange } = lostSettings(differences, ['alarmEmial', 'sessionHours']);
  expect(lost).toHaveLength(1);
  expect(strangeDropText(strange).split('\n')).toEqual([
    '--drop alarmEmial: the deployment loses no setting of this name; did you mean alarmEmail?',
    '--drop sessionHours: the deployment loses no setting of this name.',
  ]);
});

test('a file that is written from what is deployed names what is not kept', () => {
  const text = fileText('prod', { stage: 'prod', sessionHours: 4, ...keptSettings({ alarmUrl: 'https://a.org/key' }) });
  expect(text).toContain('\nstage: prod\nsessionHours: 4\n# alarmUrl: ');
});
