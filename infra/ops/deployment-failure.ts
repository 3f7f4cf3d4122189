import { stripVTControlCharacters } from 'node:util';
import { FAULTY } from '../config/read-stage.ts';

/** Texts that the CDK CLI (2.1148) prints when `cdk bootstrap` was never run, or was run long ago. */
const NOT_BOOTSTRAPPED = [
  /been bootstrapped\?/,
  /Is (this )?account .*bootstrapped\?/,
  /SSM parameter \S+ not found/,
  /requires bootstrap stack version '\d+', found/,
  /Unable to fetch parameters \[\/cdk-bootstrap\//,
  /toolkit stack must be deployed to the environment/,
];

/** Lines at the end of a program's output that do not say why the program failed. */
const NO_WORDS = [/^\s*at /, /^Node\.js v/, /subprocess exited/i, /CloudTrail delivery can lag/, /^[^A-Za-z]*$/];

/** The configuration faults that the app has printed. */
function faultsIn(lines: readonly string[]): string | undefined {
  const begin = lines.findIndex((line) => line.startsWith(FAULTY));
  if (begin < 0) return undefined;
  const faults = lines.slice(begin + 1);
  const end = faults.findIndex((line) => !line.startsWith('  '));
  return [lines[begin], ...faults.slice(0, end < 0 ? undefined : end)].join('\n');
}

/**
 * The first resource that failed. The CLI lists failures at the end: `stack | time | state | type | name and reason`.
 */
function failedResource(lines: readonly string[]): string | undefined {
  const begin = lines.indexOf('Failed resources:');
  const listed = begin < 0 ? [] : lines.slice(begin + 1);
  const found = listed.find((line) => /\| \w+_FAILED\b/.test(line));
  return found
    ?.split('|')
    .slice(2)
    .map((part) => part.trim())
    .join(' ');
}

/**
 * The CLI's line about a stack that it could not deploy. If the output has no such line, the last line that gives a
 * reason.
 */
const lastWords = (lines: readonly string[]): string | undefined =>
  lines.findLast((line) => /❌.*failed: /.test(line)) ??
  lines.findLast((line) => !NO_WORDS.some((it) => it.test(line)));

/**
 * Explains why a synthesis or a deployment failed, for the user who started it.
 * @param output the last part of the program's output
 */
export function deploymentFailure(output: string): string {
  const lines = stripVTControlCharacters(output).split(/\r?\n/);
  const faults = faultsIn(lines);
  if (faults) return faults;
  if (NOT_BOOTSTRAPPED.some((words) => words.test(output))) {
    return 'the account and region are not ready for CDK; run `npx cdk bootstrap aws://<account>/<region>` once';
  }
  const last = failedResource(lines) ?? lastWords(lines);
  return last === undefined ? 'CDK printed nothing' : last.trim().replace(/\.$/, '');
}
