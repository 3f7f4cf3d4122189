import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A path with `<name>` or `…`, or with `x` as a name, is a placeholder for a new file. */
const isPlaceholder = (path: string): boolean => /[<…]|(^|\/|\.)x([./-]|$)/.test(path);

function pathsOfTheTables(): string[] {
  const [, tables = ''] = readFileSync('CONTRIBUTING.md', 'utf8').split('## To add something');
  const rows = tables.split('## On real servers')[0] ?? '';
  const names = [...rows.matchAll(/`((?:shared|functions|infra|statemachines|test|docs)\/[^\s`]*)`/g)];
  return names.map(([, name = '']) => name).filter((name) => !isPlaceholder(name));
}

test('CONTRIBUTING.md names files and folders that there are', () => {
  const paths = pathsOfTheTables();
  expect(paths.length).toBeGreaterThan(40);
  expect(paths.filter((path) => globSync(path).length === 0)).toEqual([]);
});
