import { type FaultCase, isLasting, KINDS, type Position, phaseName } from '../matrix.ts';
import { serviceOf } from '../route.ts';
import type { CaseResult } from '../scenarios/scenario.ts';

type Counted = { green: number; red: number; undecided: number };

/**
 * `7`: seven cases passed. `5+2!`: five passed and two failed. `?3`: in three cases, the fault did not happen or the
 * case did not run. The cell is empty if there are no cases.
 */
function cell({ green, red, undecided }: Counted): string {
  const parts = [green > 0 ? `${green}` : '', red > 0 ? `${red}!` : ''].filter(Boolean).join('+');
  return `${parts}${undecided > 0 ? `?${undecided}` : ''}`;
}

function count(cases: readonly FaultCase[], results: ReadonlyMap<FaultCase, CaseResult>): Counted {
  const verdicts = cases.map((one) => results.get(one)?.verdict);
  const red = verdicts.filter((verdict) => verdict === 'failed').length;
  const undecided = verdicts.filter((verdict) => verdict === undefined || verdict === 'not-struck').length;
  return { green: verdicts.length - red - undecided, red, undecided };
}

type Row = { label: string; positions: number; cases: readonly FaultCase[] };

function tableOf(rows: readonly Row[], results: readonly CaseResult[]): string[][] {
  const byCase = new Map(results.map((result) => [result.one, result]));
  const total: Row = {
    label: 'all',
    positions: rows.reduce((sum, { positions }) => sum + positions, 0),
    cases: rows.flatMap(({ cases }) => cases),
  };
  const head = ['', 'positions', ...KINDS.map((kind) => kind.replace('always-', '∞ ')), 'all'];
  const body = [...rows, total].map(({ label, positions, cases }) => [
    label,
    String(positions),
    ...KINDS.map((kind) =>
      cell(
        count(
          cases.filter((one) => one.kind === kind),
          byCase,
        ),
      ),
    ),
    cell(count(cases, byCase)),
  ]);
  return [head, ...body];
}

function rowsBy(cases: readonly FaultCase[], labelOf: (position: Position) => string): Row[] {
  const grouped = Map.groupBy(cases, ({ position }) => labelOf(position));
  return [...grouped].map(([label, of]) => ({ label, positions: positionsIn(of), cases: of }));
}

/** The number of positions. A lasting fault affects a whole route, which then counts as one position. */
const positionsIn = (cases: readonly FaultCase[]): number =>
  new Set(cases.map((one) => Object.values({ ...one.position, step: '', ...(isLasting(one) && { nth: 1 }) }).join(' ')))
    .size;

/** The results of each service by phase, for a terminal. */
export function serviceTable(cases: readonly FaultCase[], results: readonly CaseResult[]): string {
  const rows = rowsBy(cases, (position) => `${phaseName(position)} ${serviceOf(position)}`);
  const table = tableOf(rows, results);
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => (row[column] ?? '').length)));
  return table
    .map((row) =>
      row
        .map((text, column) => (column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n');
}

/** The results of each request, in Markdown. */
export function positionTable(cases: readonly FaultCase[], results: readonly CaseResult[]): string {
  const rows = rowsBy(cases, (position) => {
    const { method, route } = position;
    const asked = `${phaseName(position)} ${serviceOf(position)} \`${method} ${route}\``;
    return position.step === '' ? asked : `${asked} (${position.step})`;
  });
  const [head = [], ...body] = tableOf(rows, results).map((row) => `| ${row.join(' | ')} |`);
  return [head, `|${'---|'.repeat(KINDS.length + 3)}`, ...body].join('\n');
}
