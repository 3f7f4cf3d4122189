import { expect, test } from 'vitest';
import { versionProblem } from './check-version.ts';

const running = (...versions: string[]) => ({ written: 'v1.33.5', running: versions });

test.each([
  ['v1.33.5', running('v1.33.5')],
  ['v1.33.6', running('v1.33.5')],
  ['v1.34.2', running('v1.33.5')],
  ['v1.33.5', running('v1.32.9', 'v1.33.5')],
  ['v1.34.2', { written: undefined, running: [] }],
])('a cluster may get %s if it has %o (M24)', (wanted, seen) => {
  expect(versionProblem(wanted, seen)).toBeUndefined();
});

test.each([
  ['1.34', running('v1.33.5'), 'Enter a version such as'],
  ['v1.33.4', running('v1.33.5'), 'The cluster runs v1.33.5, and cannot be downgraded.'],
  ['v1.35.0', running('v1.33.5'), 'upgrade it to v1.34 first'],
  ['v2.0.0', running('v1.33.5'), 'one minor version at a time'],
  ['v1.34.2', running('v1.32.9', 'v1.33.5'), 'still upgrading the cluster to v1.33.5, and machines run v1.32.9'],
])('it may not get %s if it has %o (M24)', (wanted, seen, said) => {
  expect(versionProblem(wanted, seen)).toContain(said);
});
