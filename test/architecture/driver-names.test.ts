import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { driverName } from '#shared/domain/_core/cluster-driver';

const COMPARED = new RegExp(`(?:[=!]==|case) '(?:${driverName.options.join('|')})'`);

test('code outside the drivers does not compare the name of a driver (docs/spec/design.md#drivers)', () => {
  const files = globSync('{shared,functions,statemachines}/**/*.ts', { exclude: ['**/*.test.ts', '**/*drivers/**'] });
  expect(files.length).toBeGreaterThan(1000);
  expect(files.filter((path) => COMPARED.test(readFileSync(path, 'utf8')))).toEqual([]);
});
