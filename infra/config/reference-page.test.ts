import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { GROUPS, SETTING_NAMES, settings } from './fields.ts';
import { keptSettings } from './kept-settings.ts';
import { expectationOf, readStage } from './read-stage.ts';
import { referencePage, schemaText } from './reference-page.ts';
import { fileText } from './settings-messages.ts';

const EXAMPLE = 'docs/paddock.example.yaml';
const ajv = new Ajv();
addFormats.default(ajv);
const isRight = ajv.compile(JSON.parse(schemaText()));

test('docs/configuration.md and docs/paddock.schema.json are current: `npm run configuration` makes them', () => {
  expect(readFileSync('docs/configuration.md', 'utf8')).toBe(referencePage());
  expect(readFileSync('docs/paddock.schema.json', 'utf8')).toBe(schemaText());
});

test('every field is in one group of the page', () => {
  const grouped = Object.values(GROUPS).flatMap((fields) => Object.keys(fields));
  expect(grouped.sort()).toEqual([...SETTING_NAMES].sort());
});

test('the example is a good configuration, for Paddock and for an editor', () => {
  const { given } = readStage({ context: (name) => (name === 'config' ? EXAMPLE : undefined), env: {} });
  expect(given).toMatchObject({ stage: 'example', alarmEmail: 'ops@example.org', oidcAudience: 'paddock' });
  expect(isRight(parse(readFileSync(EXAMPLE, 'utf8')))).toBe(true);
});

test('an editor is shown a wrong name and a wrong value', () => {
  expect(isRight({ alarmMail: 'ops@example.org' })).toBe(false);
  expect(isRight({ sessionHours: 30 })).toBe(false);
  expect(isRight({ logRetentionDays: 31 })).toBe(false);
});

test('what is written from a deployed stage is a file that an editor finds nothing wrong with', () => {
  const { given } = readStage({ context: (name) => (name === 'config' ? EXAMPLE : undefined), env: {} });
  const written = parse(fileText('example', keptSettings(given)));
  expect(written).toEqual(given);
  expect(isRight(written)).toBe(true);
});

test.each([
  ['sessionHours', 'a whole number from 1 to 24'],
  ['removalAlways', 'a whole number, 0 or more'],
  ['systemVolumeMinSizeGb', 'a whole number above 0'],
  ['healingMaxUnhealthyShare', 'a number from 0 to 1'],
  ['removalPolicy', 'retain or destroy'],
  ['readOnlyMode', 'true or false'],
  ['mailFrom', 'an e-mail address'],
  ['oidcAudience', 'a text'],
] as const)('a right value of %s is called %s', (name, words) => {
  expect(expectationOf(settings.shape[name])).toBe(words);
});
