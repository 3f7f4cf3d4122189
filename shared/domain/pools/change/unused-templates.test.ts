import { expect, test } from 'vitest';
import { unusedTemplates } from './unused-templates.ts';

const templates = [
  { name: 'old', configName: 'nc-old' },
  { name: 'older', configName: 'nc-old' },
  { name: 'now', configName: 'nc-now' },
  { name: 'theirs', configName: 'by-hand' },
];
const deployments = [{ templateName: 'now' }];

test.each<[string, readonly string[], readonly { templateName: string }[], readonly string[]]>([
  ['of the configs that are given', ['nc-old'], deployments, ['old', 'older']],
  ['without those that a deployment still names', ['nc-old'], [{ templateName: 'old' }], ['older']],
  ['and of no other config', ['nc-other'], deployments, []],
])('templates are unused %s (T11, T12)', (_which, configNames, named, unused) => {
  expect(unusedTemplates(templates, named, configNames)).toEqual(unused);
});
