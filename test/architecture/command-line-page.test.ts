import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandLinePage } from '../../cli/page.ts';

test('docs/command-line.md has the help of every command; `npm run command-line` renews it', () => {
  expect(readFileSync('docs/command-line.md', 'utf8')).toBe(commandLinePage());
});
