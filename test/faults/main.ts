import type { LocalCloud } from '#infra/local/local-cloud';
import { OperatorError } from '#infra/local/operator-error';
import { runWithLocalCloud } from '#infra/local/run-with-local-cloud';
import { chosenCases } from './chosen-cases.ts';
import { faultCloudOptions } from './cloud-options.ts';
import { faultArguments } from './fault-arguments.ts';
import { matrixOf, nameOf } from './matrix.ts';
import { recordPositions } from './record-positions.ts';
import { keptResults } from './report/kept-results.ts';
import { sizeOf, startReport } from './report/report.ts';
import { runMatrix } from './run-matrix.ts';

/**
 * `npm run test:faults` tests each request to a backend with each fault. By default, it tests self-managed orders.
 * - `--managed`: managed orders, only with requests that self-managed orders do not send
 * - `--nodes`, `--replacements`, `--upgrades`, `--hibernation`, `--rotation`: one operation on an existing cluster or
 *   its node
 * - `--applications`: one operation on an application in the cluster
 * - `--projects`: orders of projects in shared clusters, and their members
 * - `--pools`: orders of clusters with pools, and their changes
 * - `--cluster-api`: orders of clusters that Cluster API creates, and their changes
 */
const RESULTS = 'test-results/faults.json';

async function faults({ endpoints }: LocalCloud, signal: AbortSignal): Promise<void> {
  const { parallel, list, mode, scenarios, resume, ...selection } = faultArguments(process.argv.slice(2));
  const modes = mode === 'managed' ? (['self-managed', 'managed'] as const) : [mode];
  const { shapes, positions } = await recordPositions(
    endpoints,
    modes.flatMap((one) => scenarios.map((scenario) => ({ mode: one, scenario }))),
  );
  const recording = { shapes, positions: positions.filter((position) => position.mode === mode) };
  const all = matrixOf(recording.positions);
  const cases = chosenCases(all, selection);
  console.log(`${sizeOf(recording, all)}; ${cases.length} chosen`);
  if (list) return console.log(cases.map(nameOf).join('\n'));
  const kept = resume ? keptResults(RESULTS, cases) : { results: [], minutes: 0 };
  const shown = new Set(kept.results.map(({ name }) => name));
  const report = startReport({ recording, all, cases, selection, file: RESULTS, kept });
  const interrupted = () => console.log(`\nInterrupted.\n${report.finish().summary}`);
  signal.addEventListener('abort', interrupted);
  const waiting = cases.filter((one) => !shown.has(nameOf(one)));
  await runMatrix(waiting, recording, {
    ...{ endpoints, parallel, signal },
    done: (result) => console.log(report.add(result).join('\n')),
  });
  signal.removeEventListener('abort', interrupted);
  if (signal.aborted) return;
  const { summary, red } = report.finish();
  console.log(`\n${summary}`);
  if (red.length > 0) throw new OperatorError(`${red.length} of ${cases.length} cases failed`);
}

await runWithLocalCloud({
  options: () => {
    faultArguments(process.argv.slice(2)); // checks the arguments before anything starts
    return faultCloudOptions(console.log);
  },
  run: faults,
});
