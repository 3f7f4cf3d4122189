import type { Endpoints } from '#infra/local/endpoints';
import { type FaultCase, isLasting } from './matrix.ts';
import type { Recording } from './record-positions.ts';
import { type CaseResult, type Round, runRound } from './run-round.ts';
import { startTestbed, type Testbed } from './testbed.ts';

type Options = {
  endpoints: Endpoints;
  parallel: number;
  /** After which a case is 'in progress for ever'. */
  patienceMs: number;
  signal: AbortSignal;
  done(result: CaseResult): void;
};

/** Runs the cases in rounds, so many at once, each in a testbed of its own, which is left behind when something stays in it. */
export async function runMatrix(cases: readonly FaultCase[], recording: Recording, options: Options): Promise<void> {
  const waiting = {
    creation: cases.filter(({ position }) => position.phase === 'creation'),
    deletion: cases.filter(({ position }) => position.phase === 'deletion'),
  };
  const workers = Array.from({ length: options.parallel }, () => worker(waiting, recording, options));
  const ended = await Promise.allSettled(workers);
  for (const { reason } of ended.filter((one) => one.status === 'rejected')) throw reason;
}

type Waiting = { creation: FaultCase[]; deletion: FaultCase[] };

/** A cluster that could not be made is deleted without a further fault. */
function nextRound({ creation, deletion }: Waiting): Round {
  const first = creation.shift();
  return { creation: first, deletion: first && isLasting(first.kind) ? undefined : deletion.shift() };
}

async function worker(waiting: Waiting, { shape }: Recording, options: Options): Promise<void> {
  const { endpoints, patienceMs, signal, done } = options;
  let testbed: Testbed | undefined;
  try {
    while (waiting.creation.length + waiting.deletion.length > 0 && !signal.aborted) {
      const round = nextRound(waiting);
      if (round.creation?.position.firstTimeOnly) {
        await testbed?.stop();
        testbed = undefined;
      }
      testbed ??= await startTestbed(endpoints, patienceMs);
      const { results, clean, postponed } = await runRound(testbed, round, shape);
      for (const result of results) done(result);
      if (postponed) waiting.deletion.push(postponed);
      if (clean) continue;
      await testbed.stop();
      testbed = undefined;
    }
  } finally {
    await testbed?.stop();
  }
}
