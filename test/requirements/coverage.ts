import type { TestName } from './test-names.ts';

export type Requirement = { id: string; text: string };
export type Coverage = {
  shown: { requirement: Requirement; tests: TestName[] }[];
  missing: Requirement[];
  /** Tests that name an id the page does not have. */
  unknown: { id: string; test: TestName }[];
};

/** Rows of docs/requirements.md: `| S0-001 | text | …`. */
export function requirementsIn(markdown: string): Requirement[] {
  return [...markdown.matchAll(/^\| (S\d-\d{3}) \| ((?:\\.|[^|\\])*) \|/gm)].map(([, id = '', text = '']) => ({
    id,
    text: text.trim(),
  }));
}

/** Ids in the brackets that end a test's name: `… (S0-143)`, `… (S0-143, S0-144)`. */
export function idsIn(name: string): string[] {
  const brackets = /\(([^()]*S\d-\d{3}[^()]*)\)`?$/.exec(name.trim());
  return brackets?.[1]?.match(/S\d-\d{3}/g) ?? [];
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
