import { expect, test } from 'vitest';
import { isGreen, summaryText } from './summary.ts';

const counts = { passed: 37, failed: 0, skipped: 26, success: true, seconds: 81 };
const suite = {
  name: 'contract of OpenStack',
  ...counts,
  failures: [],
  leftOut: [],
  reasons: ['no hypervisor', 'no hypervisor'],
};
const started = [
  ['mariadb', '10.11', '127.0.0.1:15006'],
  ['nova', '34.0.0', '127.0.0.1:15004'],
] as const;

test.each([
  ['all suites passed and nothing is left', [suite], [], true],
  ['all suites passed on a cloud that nobody looked at', [suite], undefined, true],
  ['a suite failed', [suite, { ...suite, success: false }], [], false],
  ['something is left', [suite], ['left: ports 2 b'], false],
  ['no suite ran', [], [], false],
])('when %s, a run is green: %s', (_what, suites, left, green) => {
  expect(isGreen({ suites, left })).toBe(green);
});

test('the summary says what was started, how long it took, how the tests ended and what is left', () => {
  const phases = [{ name: 'OpenStack started', seconds: 29.5 }];
  const looked = { lookedAt: ['Keycloak', 'OpenStack'], left: ['left: ports 2 b'] };
  const text = summaryText({ started, phases, suites: [suite], ...looked, notGiven: ['Vault (V)'] });
  expect(text.split('\n')).toEqual([
    '',
    'Started:',
    '  mariadb  10.11   127.0.0.1:15006',
    '  nova     34.0.0  127.0.0.1:15004',
    '  not Vault (V): no address was given',
    'Time:',
    '     29.5 s  OpenStack started',
    'Tests:',
    '  contract of OpenStack: 37 passed, 0 failed, 26 skipped',
    '    2 left out: no hypervisor',
    'Not as before in Keycloak and OpenStack:',
    '  left: ports 2 b',
  ]);
});
