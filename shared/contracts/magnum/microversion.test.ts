import { expect, test } from 'vitest';
import { parseMicroversion, versionHeaders } from './microversion.ts';

test.each([
  [undefined, 1],
  ['', 1],
  ['compute 2.1', 1],
  ['container-infra 1.1', 1],
  ['container-infra 1.9', 9],
  ['compute 2.90, container-infra 1.14', 14],
  ['container-infra latest', 14],
  ['Container-Infrastructure-Management  1.7', 7],
  ['container-infra 1.15', undefined],
  ['container-infra 1.0', undefined],
  ['container-infra 2.1', undefined],
  ['container-infra one', undefined],
  ['container-infra 1.9.1', undefined],
])('the header %j asks for the minor version %j (M40)', (header, expected) => {
  expect(parseMicroversion(header)).toBe(expected);
});

test('answers name their version, and the oldest and the newest one (M40)', () => {
  expect(versionHeaders(9)).toMatchObject({
    'OpenStack-API-Version': 'container-infrastructure-management 1.9',
    'OpenStack-API-Minimum-Version': 'container-infrastructure-management 1.1',
    'OpenStack-API-Maximum-Version': 'container-infrastructure-management 1.14',
  });
});
