import { watchAwsCalls } from './aws-calls.ts';
import { type ControlClient, controlClient } from './control-client.ts';
import { describeEvent } from './describe-event.ts';
import type { AwsCall, EndedInvocation, Invocation } from './invocation.ts';
import { type Death, isWrite, type Verdict } from './verdict.ts';

type Handler = (event: unknown, context: { awsRequestId: string }) => Promise<unknown>;
/** One process serves one invocation at a time. */
type Running = {
  invocation: Invocation;
  calls: AwsCall[];
  seen: { sent: Counts; answered: Counts };
  death?: Death | undefined;
};
type Counts = { calls: number; writes: number };

const nowMs = () => performance.timeOrigin + performance.now();

/**
 * The product's handler with a witness: every invocation is told to the control server after it has ended. With `asks`
 * the server is also asked before it, and lets it go on, wait or die.
 */
export function probed(name: string, { url, asks }: { url: string; asks: boolean }, handler: Handler): Handler {
  const control = controlClient(url);
  let running: Running | undefined;
  const reached = (kind: 'sent' | 'answered', operation: string) => {
    if (running === undefined || !isReached(running, kind, operation)) return false;
    void die(control, running);
    return true;
  };
  watchAwsCalls({
    calls: () => running?.calls,
    onSend: (operation) => reached('sent', operation),
    onAnswer: (operation) => reached('answered', operation),
  });
  let initMs: number | undefined = performance.now();
  return async (event, context) => {
    const counts = () => ({ calls: 0, writes: 0 });
    const invocation = { id: context.awsRequestId, function: name, startedMs: nowMs(), ...describeEvent(event) };
    const now: Running = { invocation, calls: [], seen: { sent: counts(), answered: counts() } };
    const { death, askAfter } = asks ? (((await control.ask('begin', invocation)) as Verdict | undefined) ?? {}) : {};
    now.death = death;
    if (death?.at === 'before-handler') return die(control, now);
    running = now;
    const startedMs = nowMs(); // what was waited for the server is not the function's
    const { outcome, settle } = await settled(() => handler(event, context));
    const ended = { ...endOf(now, outcome, startedMs), ...(initMs !== undefined && { initMs }) };
    initMs = undefined;
    if (death?.at === 'after-handler') return die(control, now);
    if (askAfter && ((await control.ask('after', ended)) as Verdict | undefined)?.death) return die(control, now);
    running = undefined;
    control.tell(ended);
    return settle();
  };
}

function endOf({ invocation, calls }: Running, outcome: string, startedMs: number): EndedInvocation {
  return { ...invocation, durationMs: nowMs() - startedMs, outcome, calls };
}

async function settled(run: () => Promise<unknown>): Promise<{ outcome: string; settle: () => unknown }> {
  try {
    const answer = await run();
    return { outcome: 'ok', settle: () => answer };
  } catch (error) {
    const rethrow = () => {
      throw error;
    };
    return { outcome: error instanceof Error ? error.name : 'Error', settle: rethrow };
  }
}

function isReached({ seen, death }: Running, kind: 'sent' | 'answered', operation: string): boolean {
  const counts = seen[kind];
  counts.calls += 1;
  if (isWrite(operation)) counts.writes += 1;
  if (death === undefined || !('nth' in death)) return false;
  if (death.at !== (kind === 'sent' ? 'before-call' : 'after-call')) return false;
  return counts[death.counting] === death.nth && (death.counting === 'calls' || isWrite(operation));
}

/** Says so and ends the process, so that whoever ordered it knows that it came to it. Never resolves. */
async function die(control: ControlClient, running: Running): Promise<never> {
  await control.flush();
  await control.ask('ended', [endOf(running, 'died', running.invocation.startedMs)]);
  process.exit(1);
}
