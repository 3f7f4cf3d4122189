import type { Difference } from './compare-answers.ts';
import type { Exchange } from './recording.ts';
import { joinMachine } from './scenes.ts';
import { differencesOf, type Replay, sendRecorded } from './send-recorded.ts';

export type Result = { exchange: Exchange; differences: Difference[] };
/** The recorded answers of one address during a time line, in order. */
type Series = { steps: Exchange[]; next: number; last: Difference[] };

/** The approximate polling interval of the recorder. */
const STEP_MS = 50;
/** In the recording, the machine connected this long after the start of the time line. */
const MACHINE_AFTER_MS = 9000;

const seriesOf = (steps: Exchange[]): Series[] =>
  [...Map.groupBy(steps, ({ path, query }) => `${path}?${query}`).values()].map((of) => ({
    steps: of,
    next: 0,
    last: [],
  }));

/** Whether two times agree within 60 % or 1.5 seconds. */
const isRoughly = (recorded: number, seen: number): boolean =>
  Math.abs(recorded - seen) <= Math.max(1500, recorded * 0.6);

/**
 * Polls until each address has given all recorded answers in order. Other answers in between are allowed, since the
 * recorder did not see every state. An answer that is missing after about twice the recorded time is a difference.
 */
export async function followTimeLine(replay: Replay, steps: Exchange[]): Promise<Result[]> {
  const { rancher } = replay;
  const [begin = 0, end = 0] = [steps[0]?.at_ms, steps.at(-1)?.at_ms];
  const start = rancher.now();
  const results: Result[] = [];
  const lines = seriesOf(steps);
  const limit = (end - begin) * 2 + 3000;
  let hasJoined = !steps.some(({ line }) => line === 'one machine');
  for (let passed = 0; passed <= limit && lines.some(isUnfinished); passed = rancher.now() - start) {
    if (!hasJoined && passed >= MACHINE_AFTER_MS) {
      hasJoined = true;
      await joinMachine(replay, replay.known.get('secret-27') ?? '');
    }
    for (const line of lines.filter(isUnfinished)) results.push(...(await observe(replay, line, { begin, passed })));
    rancher.advance(STEP_MS);
  }
  for (const line of lines.filter(isUnfinished)) results.push(...(await missing(replay, line)));
  return results;
}

const isUnfinished = ({ steps, next }: Series): boolean => next < steps.length;

async function observe(
  replay: Replay,
  line: Series,
  { begin, passed }: { begin: number; passed: number },
): Promise<Result[]> {
  const [step] = line.steps.slice(line.next);
  if (step === undefined) return [];
  const answer = await sendRecorded(replay, step).catch(() => undefined);
  if (answer === undefined) return [];
  line.last = replay.known.tentatively(() => differencesOf(replay, step, answer));
  if (line.last.length > 0) return [];
  const before = line.steps[line.next - 1];
  line.next += 1;
  const at = step.at_ms - begin;
  const late =
    isRepeated(before, step) || isRoughly(at, passed)
      ? []
      : [{ at: 'ms after the begin', recorded: at, answered: passed }];
  return [{ exchange: step, differences: late }];
}

/**
 * True if two successive answers in the recording are equal. In such answers, only the object's version differed, and
 * the recording contains a placeholder for the version. The time of the second answer is not compared.
 */
const isRepeated = (before: Exchange | undefined, step: Exchange): boolean =>
  before?.status === step.status && JSON.stringify(before.answer) === JSON.stringify(step.answer);

/**
 * Reports a recorded answer that the simulator did not give in time. Each later recorded answer is compared with the
 * simulator's current answer to the same request.
 */
async function missing(replay: Replay, { steps, next, last }: Series): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, exchange] of steps.slice(next).entries()) {
    const answer = index === 0 ? undefined : await sendRecorded(replay, exchange).catch(() => undefined);
    const found = answer && replay.known.tentatively(() => differencesOf(replay, exchange, answer));
    results.push({ exchange, differences: found ?? (index === 0 && last.length > 0 ? last : [NOT_REACHED]) });
  }
  return results;
}
const NOT_REACHED: Difference = { at: 'not reached', recorded: 'an answer', answered: undefined };
