import { coverageOf, requirementsIn } from './coverage.ts';
import type { TestName } from './test-names.ts';

/**
 * Words that the fourth column of docs/waldur-cases.md may contain. Each word is the name of planned work. The tests of
 * this work will cover the case of the row, in whole or in part.
 */
const LATER = ['faults', 'managed mode', 'people', 'workloads'];
const ROW = /^\| (R-9b?-W?\d+) \| (.*) \| (.*) \| (.*) \|$/gm;

const fileOf = ({ at }: TestName): string => at.replace(/:\d+$/, '');

/** Returns the page with a new third column, which lists the files of the tests that cover each case. */
export function withShownBy(page: string, tests: readonly TestName[]): string {
  const { shown } = coverageOf(requirementsIn(page), tests);
  const files = new Map(shown.map((row) => [row.requirement.id, [...new Set(row.tests.map(fileOf))].sort()]));
  return page.replace(ROW, (_row, id: string, text: string, _before: string, later: string) => {
    const shownBy = (files.get(id) ?? []).map((file) => `\`${file}\``).join(', ');
    return `| ${id} | ${text} | ${shownBy} | ${later} |`;
  });
}

/** Ids of cases with neither a test nor planned work, and of cases whose planned work is not in `LATER`. */
export function homelessCases(page: string): string[] {
  return [...page.matchAll(ROW)]
    .filter(([, , , shownBy = '', later = '']) => {
      const works = later.split(', ').filter((work) => work !== '');
      return (shownBy === '' && works.length === 0) || works.some((work) => !LATER.includes(work));
    })
    .map(([, id = '']) => id);
}
