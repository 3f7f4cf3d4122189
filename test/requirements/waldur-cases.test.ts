import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { coverageOf, requirementsIn } from './coverage.ts';
import { testNames } from './test-names.ts';
import { homelessCases, withShownBy } from './waldur-cases.ts';

const row = (id: string, shownBy: string, later: string) => `| ${id} | what it says | ${shownBy} | ${later} |`;

describe('a page of cases', () => {
  test('learns from the tests’ names which files show each', () => {
    const page = [row('R-9-1', '', ''), row('R-9-13', '`gone.test.ts`', 'people'), row('R-9b-W4', '', '')].join('\n');
    const tests = ['b.test.ts:2', 'a.test.ts:1', 'b.test.ts:7'].map((at) => ({ name: 'does it (R-9b-W4)', at }));
    const [first, second, third] = withShownBy(page, tests).split('\n');
    expect([first, second]).toEqual([row('R-9-1', '', ''), row('R-9-13', '', 'people')]);
    expect(third).toBe(row('R-9b-W4', '`a.test.ts`, `b.test.ts`', ''));
  });

  test('has no case without a test and without later work, nor one in work that does not exist', () => {
    const rows = [row('R-9-1', '', ''), row('R-9-2', '`a`', ''), row('R-9-3', '', 'people, faults')];
    expect(homelessCases([...rows, row('R-9-4', '`a`', 'some day')].join('\n'))).toEqual(['R-9-1', 'R-9-4']);
  });
});

describe('docs/waldur-cases.md', () => {
  const page = readFileSync('docs/waldur-cases.md', 'utf8');
  const cases = requirementsIn(page);

  test('agrees with the names of the tests: `npm run requirements -- --write` makes it so', () => {
    expect(withShownBy(page, testNames())).toBe(page);
    const { unknown } = coverageOf(cases, testNames());
    expect(unknown.filter(({ id }) => id.startsWith('R-'))).toEqual([]);
  });

  test('says of every case where it is shown or which work it belongs to, each once', () => {
    expect(homelessCases(page)).toEqual([]);
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  });
});
