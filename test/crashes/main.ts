import type { LocalCloud } from '#infra/local/local-cloud';
import { OperatorError } from '#infra/local/operator-error';
import { runWithLocalCloud } from '#infra/local/run-with-local-cloud';
import { type FaultArguments, faultArguments } from '#test/faults/fault-arguments';
import { sampleOf } from '#test/faults/matrix';
import { startControlServer } from '#test/probe/control-server';
import { type CloudUnderTest, startCrashBed } from './crash-bed.ts';
import { casesOf } from './crash-case.ts';
import { crashCloudOptions, STAGE } from './crash-cloud.ts';
import { type Recording, recordPositions } from './record-positions.ts';
import { startReport } from './report.ts';
import { type CrashCase, nameOf, runCases } from './run-cases.ts';
import { scenarios } from './scenarios/index.ts';

/**
 * `npm run test:crashes`: places one order for each position at which one of our functions may die or the order may be
 * cancelled.
 */
const control = await startControlServer();

async function record(cloud: CloudUnderTest): Promise<Recording> {
  const bed = await startCrashBed(cloud);
  try {
    return await recordPositions(bed);
  } finally {
    await bed.stop();
  }
}

function chosen(cases: readonly CrashCase[], { only, sample, seed }: FaultArguments): CrashCase[] {
  const fits = (one: CrashCase) => only.some((words) => words.split(' ').every((word) => nameOf(one).includes(word)));
  const named = cases.filter(fits);
  return sample === undefined ? named : sampleOf(named, sample, seed);
}

async function crashes({ endpoints }: LocalCloud, signal: AbortSignal): Promise<void> {
  const { parallel, list, ...selection } = faultArguments(process.argv.slice(2));
  const cloud = { endpoints, stage: STAGE, control };
  const { positions, shape } = await record(cloud);
  const all = [...scenarios, ...casesOf(positions)];
  const cases = chosen(all, { ...selection, parallel, list });
  console.log(`${positions.length} positions, ${all.length} cases; ${cases.length} chosen`);
  if (list) return console.log(cases.map(nameOf).join('\n'));
  const sizes = { positions: positions.length, cases: all.length, chosen: cases.length };
  const report = startReport({ selection, ...sizes, shape });
  await runCases(cases, { cloud, shape, parallel, signal, done: report.add });
  const red = report.finish();
  if (red > 0) throw new OperatorError(`${red} of ${cases.length} cases failed`);
}

await runWithLocalCloud({
  options: () => {
    faultArguments(process.argv.slice(2)); // checks the arguments before anything starts
    return crashCloudOptions(control.url);
  },
  run: (cloud, signal) => crashes(cloud, signal).finally(control.stop),
});
