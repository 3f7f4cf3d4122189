import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { chosenStage } from './stage-options.ts';

const folder = mkdtempSync(join(tmpdir(), 'paddock-stages-'));
const config = join(folder, 'paddock.prod.yaml');
writeFileSync(config, 'sessionHours: 4\n');
afterAll(() => rmSync(folder, { recursive: true }));

test('a stage that is named has its file, and the app reads the same file', () => {
  const { configuration, context } = chosenStage({ stage: 'prod' }, { env: {}, folder });
  expect(configuration.given).toEqual({ stage: 'prod', sessionHours: 4 });
  expect(context).toEqual({ stage: 'prod', config });
});

test('a file that is named has its stage', () => {
  const { context } = chosenStage({ config, context: ['sessionHours=5'] }, { env: {} });
  expect(context).toEqual({ stage: 'prod', config, sessionHours: '5' });
});

test('where only another stage has a file, a stage has to be named', () => {
  expect(() => chosenStage({}, { env: {}, folder })).toThrow(
    'Name the stage, for example --stage prod. These stages have a file: prod.',
  );
  expect(chosenStage({}, { env: { PADDOCK_STAGE: 'dev' }, folder }).configuration.stage).toBe('dev');
  expect(chosenStage({ stage: 'dev' }, { env: {}, folder }).configuration.stage).toBe('dev');
});

test.each([
  ['alarmEmial=ops@example.org', 'did you mean alarmEmail?'],
  ['alarmEmail', 'expected <field>=<value>'],
  ['something=1', 'expected <field>=<value>'],
])('--context %s is refused', (pair, words) => {
  expect(() => chosenStage({ stage: 'dev', context: [pair] }, { env: {}, folder })).toThrow(words);
});

test('CDK’s own context is left to CDK', () => {
  const { context } = chosenStage({ stage: 'dev', context: ['@aws-cdk/core:x=true'] }, { env: {}, folder });
  expect(context).toEqual({ '@aws-cdk/core:x': 'true', stage: 'dev' });
});
