import { expect, test } from 'vitest';
import { upgradeChoices } from './upgrade-choices.ts';

test('a cluster can get each other version', () => {
  const cluster = { kubernetes_version: 'v1.31', upgrade: null };
  expect(upgradeChoices(['v1.31', 'v1.32'], cluster)).toEqual(['v1.32']);
});

test('an interrupted upgrade goes on with its version first, and can be given up with the present one', () => {
  const cluster = { kubernetes_version: 'v1.31', upgrade: { to_version: 'v1.32' } };
  expect(upgradeChoices(['v1.33', 'v1.32'], cluster)).toEqual(['v1.32', 'v1.33', 'v1.31']);
  expect(upgradeChoices([], cluster)).toEqual(['v1.32', 'v1.31']);
});
