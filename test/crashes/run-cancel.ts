import { setTimeout as pause } from 'node:timers/promises';
import { stateOf } from '#test/faults/backend-state';
import { type Outcome, tried } from '#test/faults/judge';
import type { Placed } from '#test/faults/scenarios/order';
import type { EndedInvocation } from '#test/probe/invocation';
import type { Planned } from '#test/probe/plans';
import { leftOf } from './aftermath.ts';
import { type CrashBed, newId } from './crash-bed.ts';
import type { CancelCase } from './crash-case.ts';
import { cancel, placeHeard, resourceIs } from './customer.ts';
import { okUnless } from './outcome.ts';
import { isFor, whatOf } from './position.ts';
import { deletionProblems } from './run-deaths.ts';

/** The maximum time for which a step stays paused. It is shorter than the timeouts of AWS clients and of functions. */
const HELD_MS = 4_000;
/**
 * The time to wait for the end of a paused function. This is longer than a function's timeout, so the function has
 * ended by then.
 */
const DEAD_MS = 30_000;

type Ids = { creation: string; deletion: string };

/** Cancels an order while one of its steps is paused. Never throws. */
export async function runCancel(bed: CrashBed, one: CancelCase): Promise<Outcome> {
  const before = await stateOf(bed);
  const ids = { creation: newId(), deletion: newId() };
  const { what, nth } = one.position;
  const fits = (call: EndedInvocation | Parameters<typeof whatOf>[0]) =>
    whatOf(call) === what && isFor(call, ids.creation);
  const held = bed.control.plan({ fits, nth, fate: one.hold });
  const outcome = await tried(async () => {
    const placed = await placeHeard(bed, ids.creation);
    const isHeld = await Promise.race([
      held.reached.then(() => true),
      resourceIs(bed, placed, ['OK', 'Erred']).then(() => false),
    ]);
    const { verdict, problems } = isHeld
      ? await cancelHeld(bed, one, held, placed, ids)
      : okUnless(await deletionProblems(bed, placed, ids.deletion), 'not-struck');
    problems.push(...(await leftOf(bed, placed, { before, ids: Object.values(ids) })));
    return okUnless(problems, verdict);
  });
  held.drop();
  return outcome;
}

async function cancelHeld(bed: CrashBed, one: CancelCase, held: Planned, placed: Placed, ids: Ids): Promise<Outcome> {
  const { status, body } = await cancel(bed, placed, ids.deletion);
  if (status === 202) return okUnless(await supersededProblems(bed, one, held, placed, ids));
  held.release();
  const { state } = await bed.owner.ended(placed.uuid);
  const problems = await deletionProblems(bed, placed, ids.deletion);
  // If the paused step had already finished the order, the refusal of the cancellation is correct.
  if (status === 409 && state === 'done' && one.position.what === 'records.finishCreation')
    return okUnless(problems, 'tolerated');
  return okUnless([`asked to cancel it said ${status} ${JSON.stringify(body)}, the order is ${state}`, ...problems]);
}

/**
 * Lets the paused step die or continue after the cancellation, and returns the problems. The step dies at once. Before
 * it continues, the test waits at most `HELD_MS` until the deletion has ended or has found the step still running. If
 * the step was paused before its handler, it must end with `Superseded`. In every case, the deletion must succeed and
 * the order must be canceled.
 */
async function supersededProblems(bed: CrashBed, one: CancelCase, held: Planned, placed: Placed, ids: Ids) {
  const gone = resourceIs(bed, placed, ['Terminated', 'Erred']);
  gone.catch(() => undefined); // avoids an unhandled rejection; the code below awaits the same promise
  if (!one.dies) await Promise.race([gone, deletionWaits(bed, ids.deletion), pause(HELD_MS)]);
  if (one.dies) held.die();
  else held.release();
  const ended = await Promise.race([held.ended, pause(DEAD_MS, undefined)]);
  const problems: string[] = [];
  if (!ended) problems.push('what was held has never ended');
  if (one.hold.hold === 'before-handler' && ended?.outcome !== 'Superseded')
    problems.push(`it went on after the cancellation and ended ${ended?.outcome}`);
  const state = await gone;
  if (state !== 'Terminated') problems.push(`after the cancellation the resource is ${state}`);
  const order = await bed.owner.ended(placed.uuid);
  if (order.state !== 'canceled') problems.push(`the order is ${order.state}`);
  return problems;
}

/** Waits until the deletion has seen that a step of the creation still runs. */
async function deletionWaits({ control }: CrashBed, id: string): Promise<void> {
  const waits = () => control.ended.some((call) => isFor(call, id) && call.outcome === 'ProviderBusy');
  for (let waited = 0; waited < HELD_MS && !waits(); waited += 100) await pause(100);
}
