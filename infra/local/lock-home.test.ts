import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeHome } from './lock-home.ts';
import { OperatorError } from './operator-error.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'paddock-home-'));
});
afterEach(() => rmSync(home, { recursive: true }));

test('a second cloud in the same folder is refused, by the process that has it and with a way out', () => {
  takeHome(home);
  expect(() => takeHome(home)).toThrow(OperatorError);
  expect(() => takeHome(home)).toThrow(new RegExp(`process ${process.pid}\\).*PADDOCK_HOME`));
});

test('a folder that was given back is free, and nothing is left in it', () => {
  const giveBack = takeHome(home);
  giveBack();
  expect(readdirSync(home)).toEqual([]);
  expect(takeHome(home)).toBeTypeOf('function');
});

test.each([
  ['of a process that was killed', () => String(spawnSync('true').pid)],
  ['that nobody can read', () => 'nonsense'],
])('a note %s is in nobody’s way', (_, text) => {
  writeFileSync(join(home, 'start.pid'), text());
  expect(takeHome(home)).toBeTypeOf('function');
});
