import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import { VERDICTS } from '../judge.ts';
import { type FaultCase, isLasting, KINDS, LASTING, MAY_PASS } from '../matrix.ts';
import type { Recording } from '../record-positions.ts';
import {
  APP_PHASES,
  HIBERNATION_PHASES,
  NODE_PHASES,
  PROJECT_PHASES,
  REPLACEMENT_PHASES,
  ROTATION_PHASES,
  UPGRADE_PHASES,
} from '../route.ts';
import type { CaseResult } from '../scenarios/scenario.ts';
import type { Kept } from './kept-results.ts';
import { positionTable, serviceTable } from './outcome-table.ts';

export type ReportOptions = {
  recording: Recording;
  /** The complete matrix, and the cases of this run. */
  all: readonly FaultCase[];
  cases: readonly FaultCase[];
  selection: object;
  /** The path of the JSON report. A Markdown table with one row per request has the same path with the ending `.md`. */
  file: string;
  /** Results of earlier runs that this run continues. */
  kept?: Kept;
};

/**
 * The size of a matrix as text, such as `120 positions, 15 kinds: 1190 cases that can occur`, with the calculation of
 * the number of cases.
 */
export function sizeOf({ positions }: Recording, all: readonly FaultCase[]): string {
  const routes = positions.filter(({ nth }) => nth === 1).length;
  const lasting = all.filter(isLasting).length;
  return [
    `${positions.length} positions, ${KINDS.length} kinds: ${all.length} cases that can occur`,
    `(${positions.length} positions × ${MAY_PASS.length} kinds that pass = ${all.length - lasting};`,
    `${routes} routes × ${LASTING.length} kinds that last, where they can occur = ${lasting})`,
  ].join(' ');
}

export const repeatWith = (name: string): string => `npm run test:faults -- ${flagsOf(name)}--only '${name}'`;

const FLAGS = [
  ['--nodes', NODE_PHASES],
  ['--replacements', REPLACEMENT_PHASES],
  ['--upgrades', UPGRADE_PHASES],
  ['--hibernation', HIBERNATION_PHASES],
  ['--rotation', ROTATION_PHASES],
  ['--applications', APP_PHASES],
  ['--projects', PROJECT_PHASES],
] as const;

function flagsOf(name: string): string {
  if (name.startsWith('pools ')) return '--pools ';
  const phase = name.replace(/^managed /, '');
  const found = FLAGS.find(([, phases]) => phases.some((one) => phase.startsWith(`${one} `)));
  return `${found ? `${found[0]} ` : ''}${phase === name ? '' : '--managed '}`;
}

/** Keeps the report file complete and readable after each result, however the run ends. */
export function startReport(options: ReportOptions) {
  const { recording, all, cases, selection, file, kept = { results: [], minutes: 0 } } = options;
  const results: CaseResult[] = [...kept.results];
  const began = performance.now();
  const minutesOfThis = () => (performance.now() - began) / 60_000;
  const minutes = () => kept.minutes + minutesOfThis();
  mkdirSync(dirname(file), { recursive: true });

  function save(): void {
    const figures = { ...countsOf(results), minutes: Math.round(minutes() * 10) / 10, cores: cpus().length };
    const shown = results.map(({ one, ...result }) => ({ ...result, step: one.position.step }));
    const sizes = {
      positions: recording.positions.length,
      kinds: KINDS.length,
      cases: all.length,
      chosen: cases.length,
    };
    const text = JSON.stringify({ selection, sizes, figures, shapes: recording.shapes, results: shown }, null, 1);
    writeFileSync(`${file}.new`, `${text}\n`);
    renameSync(`${file}.new`, file); // if the process is killed before this, the previous report remains
  }

  function add(result: CaseResult): string[] {
    results.push(result);
    save();
    const perCase = minutesOfThis() / (results.length - kept.results.length);
    const left = Math.round(perCase * (cases.length - results.length) * 10) / 10;
    const { name, verdict, seconds, problems } = result;
    const line = `${results.length}/${cases.length}, ${left} min left: ${verdict} ${seconds} s  ${name}`;
    return [line, ...problems.map((problem) => `    ${problem}`)];
  }

  function finish(): { summary: string; red: string[] } {
    save();
    writeFileSync(file.replace(/\.json$/, '.md'), `${positionTable(cases, results)}\n`);
    const red = results.filter(({ verdict }) => verdict === 'failed').map(({ name }) => name);
    const counts = Object.entries(countsOf(results)).map(([verdict, count]) => `${count} ${verdict}`);
    const summary = [
      serviceTable(cases, results),
      '',
      sizeOf(recording, all),
      `${results.length} of ${cases.length} chosen cases in ${minutes().toFixed(1)} min: ${counts.join(', ')}`,
      `results in ${file}`,
      ...(red.length > 0 ? ['', 'Red, and how to repeat them:', ...red.map(repeatWith)] : []),
    ];
    return { summary: summary.join('\n'), red };
  }
  return { add, finish };
}

const countsOf = (results: readonly CaseResult[]): Record<string, number> =>
  Object.fromEntries(
    VERDICTS.map((verdict) => [verdict, results.filter((result) => result.verdict === verdict).length]),
  );
