import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Archaic words, and words of our own that docs/glossary.md has replaced by standard terms. */
const RETIRED =
  /\b(?:hers|himself|herself|mend|mends|mended|mending|settle|settles|settling|demands|demanded|demanding|heirs?|doomed|awaited(?!<)|untold|tells?|telling|told|anew|hence|lest|comes? to nothing|came to nothing|seldom|leavers?|his|him|she)\b/gi;

/** Places where a retired word stays, for example because an earlier release stored or deployed the name. */
const KEPT = new Set([
  'shared/contracts/steps.ts: settle',
  'shared/contracts/rest/audit/events.ts: untold',
  'functions/event-publisher/publish-events.test.ts: untold',
  'infra/stacks/hooks.ts: Untold',
  'shared/domain/_core/operation.ts: settle',
  'shared/domain/_core/operation.test.ts: settle',
  'docs/decisions/0023-hooks-are-delivered-from-rows.md: untold',
  'docs/first-stage.md: HERS',
  'test/architecture/retired-words.test.ts',
]);

const ROOTS = [
  ...['client', 'cli', 'console', 'infra', 'functions', 'statemachines', 'shared', 'test', 'docs'],
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
];
const files = execFileSync('git', ['ls-files', ...ROOTS], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(?:tsx?|py|md)$/.test(path) && !KEPT.has(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

const found = files.flatMap(({ path, text }) =>
  (text.match(RETIRED) ?? []).map((word) => `${path}: ${word}`).filter((use) => !KEPT.has(use)),
);

/** JavaScript's own names, and names of steps that an earlier release has deployed. */
const KEPT_NAMES = new Set(['allSettled', 'PromiseSettledResult', 'settleBinding', 'settleMembership']);

/** The words of a name, such as `list anew` of `listAnew` and of `LIST_ANEW`. */
const wordsOf = (name: string): string => name.replaceAll('_', ' ').replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2');

test('no name in the code has a retired word in it', () => {
  const names = files
    .filter(({ path }) => /\.tsx?$/.test(path))
    .flatMap(({ text }) => text.match(/\b[A-Za-z]\w*(?:_|[a-z0-9](?=[A-Z]))\w+\b/g) ?? []);
  const found = [...new Set(names)].filter((name) => !KEPT_NAMES.has(name) && wordsOf(name).search(RETIRED) >= 0);
  expect(found).toEqual([]);
});

test('no retired word is in code, tests or pages', () => {
  expect([...new Set(found)]).toEqual([]);
});
