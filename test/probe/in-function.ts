import { watchAwsCalls } from './aws-calls.ts';
import { controlClient } from './control-client.ts';
import { describeEvent } from './describe-event.ts';
import { type Fate, fateOf, nowMs } from './fate.ts';
import type { Verdict } from './verdict.ts';

type Handler = (event: unknown, context: { awsRequestId: string }) => Promise<unknown>;

/**
 * The product's handler with a probe around it. The probe reports every ended invocation to the control server. With
 * `asks`, the probe first asks the server, which lets the invocation run, wait or die.
 */
export function probed(name: string, { url, asks }: { url: string; asks: boolean }, handler: Handler): Handler {
  const control = controlClient(url);
  let running: Fate | undefined; // one process serves one invocation at a time
  watchAwsCalls({
    calls: () => running?.calls,
    onSend: (operation) => running?.onSend(operation),
    onAnswer: (operation) => running?.onAnswer(operation) ?? false,
  });
  let init: { initMs: number } | undefined = { initMs: performance.now() };
  return async (event, context) => {
    const invocation = { id: context.awsRequestId, function: name, startedMs: nowMs(), ...describeEvent(event) };
    const verdict: Verdict = asks ? (((await control.ask('begin', invocation)) as Verdict | undefined) ?? {}) : {};
    const fate = fateOf(control, invocation, verdict);
    const startedMs = nowMs(); // the function's duration does not include the wait for the control server
    const ended = (outcome: string) => ({
      ...{ ...invocation, durationMs: nowMs() - startedMs, outcome, calls: fate.calls },
      ...init,
    });
    await fate.atHandler('before-handler', ended('ok'));
    running = fate;
    const { outcome, conclude } = verdict.skip ? SKIPPED : await outcomeOf(() => handler(event, context));
    const ending = ended(outcome);
    init = undefined;
    await fate.atHandler('after-handler', ending);
    running = undefined;
    control.report(ending);
    return conclude();
  };
}

type Outcome = { outcome: string; conclude: () => unknown };
const SKIPPED: Outcome = { outcome: 'skipped', conclude: () => undefined };

async function outcomeOf(run: () => Promise<unknown>): Promise<Outcome> {
  try {
    const answer = await run();
    return { outcome: 'ok', conclude: () => answer };
  } catch (error) {
    const rethrow = () => {
      throw error;
    };
    return { outcome: error instanceof Error ? error.name : 'Error', conclude: rethrow };
  }
}
