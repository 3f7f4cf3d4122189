import type { SuiteResult } from './run-suite.ts';

export interface Phase {
  readonly name: string;
  readonly seconds: number;
}

export interface Summary {
  readonly started: readonly (readonly [name: string, version: string, where: string])[];
  readonly phases: readonly Phase[];
  readonly suites: readonly SuiteResult[];
  /** Servers whose contents were compared before and after the run. */
  readonly lookedAt: readonly string[];
  /** What the run left in the servers of `lookedAt`. Undefined if no server was checked. */
  readonly left: readonly string[] | undefined;
  readonly notGiven: readonly string[];
}

export function summaryText({ started, phases, suites, lookedAt, left, notGiven }: Summary): string {
  const nameWidth = Math.max(...started.map(([name]) => name.length));
  const versionWidth = Math.max(...started.map(([, version]) => version.length));
  return [
    '',
    'Started:',
    ...started.map(
      ([name, version, where]) => `  ${name.padEnd(nameWidth)}  ${version.padEnd(versionWidth)}  ${where}`,
    ),
    ...notGiven.map((it) => `  not ${it}: no address was given`),
    'Time:',
    ...phases.map(({ name, seconds }) => `  ${seconds.toFixed(1).padStart(7)} s  ${name}`),
    'Tests:',
    ...suites.flatMap(suiteText),
    ...(left === undefined ? [] : leftText(left, lookedAt.join(' and '))),
  ].join('\n');
}

const suiteText = ({ name, passed, failed, skipped, reasons }: SuiteResult): string[] => [
  `  ${name}: ${passed} passed, ${failed} failed, ${skipped} skipped`,
  ...[...Map.groupBy(reasons, (reason) => reason)].map(([reason, all]) => `    ${all.length} left out: ${reason}`),
];

const leftText = (left: readonly string[], where: string): string[] =>
  left.length === 0
    ? [`Left in ${where}: nothing.`]
    : [`Not as before in ${where}:`, ...left.map((line) => `  ${line}`)];

export const isGreen = ({ suites, left }: Pick<Summary, 'suites' | 'left'>): boolean =>
  suites.length > 0 && suites.every(({ success }) => success) && (left ?? []).length === 0;
