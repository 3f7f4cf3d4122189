import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { SCRIPTS } from './scripts.ts';

/** Returns the completions that Bash offers for the last word, if Paddock returns these candidates. */
const offered = (words: readonly string[], candidates: readonly string[]): string[] => {
  const line = `${SCRIPTS.bash}
paddock() { printf '%s\n' "$CANDIDATES"; }
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _paddock; printf '%s\n' "\${COMPREPLY[@]}"`;
  const env = { ...process.env, CANDIDATES: candidates.join('\n') };
  return execFileSync('bash', ['-c', line, 'bash', ...words], { env, encoding: 'utf8' })
    .trimEnd()
    .split('\n');
};

test('bash offers the candidates that begin like the word', () => {
  expect(offered(['paddock', 'de'], ['create', 'delete', 'describe'])).toEqual(['delete', 'describe']);
});

test('bash takes a name as text, whatever it has in it', () => {
  const names = ['x$(echo run)', 'x`echo run`', 'x y'];
  expect(offered(['paddock', 'list', '--project', 'x'], names)).toEqual([
    'x\\$\\(echo\\ run\\)',
    'x\\`echo\\ run\\`',
    'x\\ y',
  ]);
});
