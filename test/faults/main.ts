import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { LocalCloud } from '#infra/local/local-cloud';
import { localHome, localLogDir } from '#infra/local/local-settings';
import { OperatorError } from '#infra/local/operator-error';
import { runWithLocalCloud } from '#infra/local/run-with-local-cloud';
import { faultArguments } from './fault-arguments.ts';
import { type FaultCase, matrixOf, nameOf, sampleOf } from './matrix.ts';
import { type Recording, recordPositions } from './record-positions.ts';
import { runMatrix } from './run-matrix.ts';
import type { CaseResult } from './run-round.ts';
import { summaryOf } from './summary.ts';
import { startTestbed } from './testbed.ts';

/** `npm run test:faults`: one order for each request a backend is asked and each way it may go wrong. */
const RESULTS = 'test-results/faults.json';
/** Retries, looks and schedules in a twentieth of their time. */
const WAIT_SCALE = 0.05;
/** A hang is over after this many seconds. */
const BACKEND_TIMEOUT_SECONDS = '1';
const DEADLINE_SECONDS = 60;
/** A little later than the deadlines of the machines: they are what must end an order. */
const PATIENCE_MS = (DEADLINE_SECONDS + 30) * 1000;

async function record({ endpoints }: LocalCloud): Promise<Recording> {
  const testbed = await startTestbed(endpoints, PATIENCE_MS);
  try {
    return await recordPositions(testbed);
  } finally {
    await testbed.stop();
  }
}

function chosen(cases: readonly FaultCase[]): FaultCase[] {
  const { only, sample, seed } = faultArguments(process.argv.slice(2));
  const fits = (one: FaultCase) => only.some((words) => words.split(' ').every((word) => nameOf(one).includes(word)));
  const named = cases.filter(fits);
  return sample === undefined ? named : sampleOf(named, sample, seed);
}

async function faults(cloud: LocalCloud, signal: AbortSignal): Promise<void> {
  const { parallel, list, ...selection } = faultArguments(process.argv.slice(2));
  const began = performance.now();
  const recording = await record(cloud);
  const all = matrixOf(recording.positions);
  const cases = chosen(all);
  console.log(`${recording.positions.length} positions, ${all.length} cases; ${cases.length} chosen`);
  if (list) return console.log(cases.map(nameOf).join('\n'));
  const results: CaseResult[] = [];
  const done = (result: CaseResult) => {
    results.push(result);
    const { name, verdict, seconds, problems } = result;
    console.log(`${results.length}/${cases.length} ${verdict} ${seconds} s  ${name}`);
    for (const problem of problems) console.log(`    ${problem}`);
  };
  await runMatrix(cases, recording, { endpoints: cloud.endpoints, parallel, patienceMs: PATIENCE_MS, signal, done });
  const { table, red, ...figures } = summaryOf(results, performance.now() - began);
  mkdirSync('test-results', { recursive: true });
  const sizes = { positions: recording.positions.length, cases: all.length, cores: cpus().length };
  writeFileSync(
    RESULTS,
    `${JSON.stringify({ selection, sizes, figures, shape: recording.shape, results }, null, 2)}\n`,
  );
  console.log(`\n${table}\nresults in ${RESULTS}`);
  if (red > 0) throw new OperatorError(`${red} of ${results.length} cases failed`);
}

await runWithLocalCloud({
  options: () => {
    faultArguments(process.argv.slice(2)); // before anything is started for them
    return {
      home: localHome(),
      logDir: localLogDir('faults'),
      stage: 'faults',
      waitScale: WAIT_SCALE,
      appContext: {
        backendTimeoutSeconds: BACKEND_TIMEOUT_SECONDS,
        bootstrapTimeoutSeconds: String(DEADLINE_SECONDS),
        deletionTimeoutSeconds: String(DEADLINE_SECONDS),
      },
      log: console.log,
    };
  },
  run: faults,
});
