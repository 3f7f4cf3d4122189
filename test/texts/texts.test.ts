import ts from 'typescript';
import { expect, test } from 'vitest';
import { commentsIn } from './comments.ts';
import { errorSentencesIn } from './error-sentences.ts';

const parsed = (text: string) => ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);

test('a comment is one line of text with the code that it describes, wherever it stands', () => {
  const file = parsed(`/**
 * A cluster,
 * as Rancher shows it.
 */
export type A = {
  b: string; // Its name.
  // The first line
  // and the second.
  c: string;
};
// biome-ignore lint: not a sentence
`);
  expect(commentsIn(file)).toEqual([
    { at: 'a.ts:1', text: 'A cluster, as Rancher shows it.', code: 'export type A = {' },
    { at: 'a.ts:6', text: 'Its name.', code: 'b: string;' },
    { at: 'a.ts:7', text: 'The first line and the second.', code: 'c: string;' },
  ]);
});

test('error sentences are texts of errors and of fields that explain one', () => {
  const file = parsed(`
if (gone) throw new NotFound('There is no cluster.');
const refused = new Invalid({ name: ['This name is taken.'] });
const failed = { error: 'BootstrapTimeout', message: 'The node did not join.' };
const stack = new Stack('A stack without errors');
`);
  expect(errorSentencesIn(file)).toEqual([
    { at: 'a.ts:2', text: "'There is no cluster.'" },
    { at: 'a.ts:3', text: "'This name is taken.'" },
    { at: 'a.ts:4', text: "'The node did not join.'" },
  ]);
});
