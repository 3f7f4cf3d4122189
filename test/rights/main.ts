import { checkRights } from './check-rights.ts';
import { oneForEachStage, readRecordings, SUITES } from './recordings.ts';
import { stageResources } from './stage-template.ts';
import { type StageVerdict, type Summary, summaryOf } from './summary.ts';

/**
 * `npm run check:rights`: compares the AWS calls of the end-to-end and fault suites with the roles in the present code.
 * `--whole`, which `npm test` passes, says that both suites ran completely. Then every unused right needs a reason.
 */
const isWhole = process.argv.includes('--whole');
const recordings = readRecordings();
const missing = SUITES.filter((suite) => !recordings.some((it) => it.suite === suite));

function print(line: string, details: readonly string[] = []): void {
  console.log(details.length > 0 ? `${line}:` : `${line}.`);
  for (const detail of details) console.log(`  ${detail}`);
}

function printSummary({ calls, denied, wronglyMissed, rights, unused, kept, withoutReason }: Summary): void {
  print(`${calls} different calls, with those that AWS makes by itself; ${denied.length} of them denied`, denied);
  const missed = 'missed otherwise than by the calls that need them';
  print(`One right of each role was taken away on trial; ${wronglyMissed.length} were ${missed}`, wronglyMissed);
  const reasons = kept.map(([why, count]) => `${String(count).padStart(4)}  ${why}`).sort();
  print(`${unused} of ${rights} rights were not used; ${unused - withoutReason.length} stay for a reason`, reasons);
  const where = 'remove them from infra/, or say why they stay in test/rights/kept-rights.ts';
  print(`${withoutReason.length} have none${withoutReason.length > 0 ? `: ${where}` : ''}`, withoutReason);
}

async function main(): Promise<boolean> {
  if (recordings.length === 0) {
    print('Nothing is checked: neither suite has run, so that no call is recorded');
    return !isWhole;
  }
  const functions = new Set(recordings.flatMap(({ calls }) => [...calls.keys()]));
  const clouds = SUITES.map((suite) => `${recordings.filter((it) => it.suite === suite).length} of ${suite}`);
  print(`${functions.size} functions were recorded, in ${recordings.length} clouds (${clouds.join(', ')})`);
  if (missing.length > 0) print(`${missing.join(' and ')} did not run: what is called there only is not checked`);
  if (!isWhole) print('The suites may not have run whole: a right without a reason is no failure');
  const verdicts: StageVerdict[] = [];
  for (const about of oneForEachStage(recordings)) {
    verdicts.push({ ...(await checkRights({ ...about, resources: stageResources(about) })), about });
  }
  const summary = summaryOf(verdicts);
  printSummary(summary);
  if (summary.denied.length > 0 || summary.wronglyMissed.length > 0) return false;
  return !isWhole || (missing.length === 0 && summary.withoutReason.length === 0);
}

if (!(await main())) process.exitCode = 1;
