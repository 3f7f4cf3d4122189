import type { TestName } from './test-names.ts';

export type Requirement = { id: string; text: string };
export type Coverage = {
  shown: { requirement: Requirement; tests: TestName[] }[];
  missing: Requirement[];
  /** Tests that name an id that no page has. */
  unknown: { id: string; test: TestName }[];
};

/**
 * `S0-143` of docs/requirements.md; `R-9-13` and `R-9b-W4` of docs/waldur-cases.md; `T12` of docs/pool-cases.md; `U12` of
 * docs/site-agent-cases.md.
 */
const ID = String.raw`S\d-\d{3}|R-9-\d+|R-9b-W\d+|\b[TU]\d{1,2}\b`;
const ROW = new RegExp(String.raw`^\| (${ID}) \| ((?:\\.|[^|\\])*) \|`, 'gm');
const RANGE = new RegExp(`(?<first>${ID}) to (?<last>${ID})`, 'g');
const LAST_BRACKETS = new RegExp(String.raw`\(([^()]*(?:${ID})[^()]*)\)${'`'}?$`);

/** Rows of the pages: `| S0-001 | text | …`. */
export function requirementsIn(markdown: string): Requirement[] {
  return [...markdown.matchAll(ROW)].map(([, id = '', text = '']) => ({ id, text: text.trim() }));
}

/** All ids of a range: `S1-040 to S1-042` includes `S1-041`. */
function spelledOut(first: string, last: string): string {
  const [, head = '', from = ''] = /^(.*?)(\d+)$/.exec(first) ?? [];
  const to = Number(/\d+$/.exec(last)?.[0]);
  const ids = Array.from({ length: to - Number(from) + 1 }, (_, index) => `${Number(from) + index}`);
  return ids.map((number) => head + number.padStart(from.length, '0')).join(', ');
}

/** Ids in the brackets that end a test's name: `… (S0-143)`, `… (S0-143, R-9-13)`, `… (S1-040 to S1-042)`. */
export function idsIn(name: string): string[] {
  const [, brackets = ''] = LAST_BRACKETS.exec(name.trim()) ?? [];
  const all = brackets.replace(RANGE, (_, first: string, last: string) => spelledOut(first, last));
  return all.match(new RegExp(ID, 'g')) ?? [];
}

export function coverageOf(requirements: readonly Requirement[], tests: readonly TestName[]): Coverage {
  const known = new Map(requirements.map((requirement) => [requirement.id, { requirement, tests: [] as TestName[] }]));
  const unknown: Coverage['unknown'] = [];
  for (const test of tests) {
    for (const id of idsIn(test.name)) {
      const row = known.get(id);
      if (row) row.tests.push(test);
      else unknown.push({ id, test });
    }
  }
  const rows = [...known.values()];
  return {
    shown: rows.filter((row) => row.tests.length > 0),
    missing: rows.filter((row) => row.tests.length === 0).map((row) => row.requirement),
    unknown,
  };
}
