import type { ControlClient } from './control-client.ts';
import type { AwsCall, EndedInvocation, Invocation } from './invocation.ts';
import { isWrite, type Verdict } from './verdict.ts';

export const nowMs = () => performance.timeOrigin + performance.now();

/** Carries out the control server's `Verdict` for one invocation: lets the invocation wait, or ends its process. */
export type Fate = {
  calls: AwsCall[];
  /**
   * If the verdict says so, the invocation waits at `place`, or its process ends there. Before the process ends,
   * `ended` is reported to the control server.
   */
  atHandler(place: 'before-handler' | 'after-handler', ended: EndedInvocation): Promise<void>;
  /**
   * Called before a call is sent. If the result is a promise, the call waits for the promise. The promise never
   * resolves if the process dies here.
   */
  onSend(operation: string): Promise<void> | undefined;
  /** Called when a call is answered. Returns true if the process dies here: the answer is not delivered. */
  onAnswer(operation: string): boolean;
};

export function fateOf(control: ControlClient, invocation: Invocation, { death, hold }: Verdict): Fate {
  const calls: AwsCall[] = [];
  const [sent, answered] = [counter(), counter()];
  const soFar = (): EndedInvocation => ({
    ...invocation,
    durationMs: nowMs() - invocation.startedMs,
    outcome: 'died',
    calls,
  });
  const held = async (ended: EndedInvocation) => {
    const verdict = (await control.ask('held', ended)) as Verdict | undefined;
    if (verdict?.death) await die(control, ended);
  };
  return {
    calls,
    async atHandler(place, ended) {
      if (death?.at === place) await die(control, ended);
      if (hold?.hold === place) await held(ended);
    },
    onSend(operation) {
      const isAt = sent(operation);
      if (death?.at === 'before-call' && isAt(death)) return die(control, soFar());
      return hold?.hold === 'before-call' && isAt(hold) ? held(soFar()) : undefined;
    },
    onAnswer(operation) {
      const isAt = answered(operation);
      if (death?.at !== 'after-call' || !isAt(death)) return false;
      void die(control, soFar());
      return true;
    },
  };
}

type Place = { nth: number; counting: 'writes' | 'calls' };

function counter() {
  const counts = { calls: 0, writes: 0 };
  return (operation: string) => {
    counts.calls += 1;
    if (isWrite(operation)) counts.writes += 1;
    return ({ nth, counting }: Place) => counts[counting] === nth && (counting === 'calls' || isWrite(operation));
  };
}

/** Reports the end of the invocation to the control server, then ends the process. Never resolves. */
async function die(control: ControlClient, ended: EndedInvocation): Promise<never> {
  await control.flush();
  await control.ask('ended', [{ ...ended, outcome: 'died' }]);
  process.exit(1);
}
