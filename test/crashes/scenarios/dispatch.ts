import type { Placed } from '#test/faults/scenarios/order';
import type { Invocation } from '#test/probe/invocation';
import type { Hold } from '#test/probe/verdict';
import type { StartedOperation } from '../aws-side.ts';
import { resourceIs, terminate } from '../customer.ts';
import { isFor } from '../position.ts';
import { type Life, liveOn, removeAll, scenario, unless } from '../scenario.ts';

/**
 * The maximum number of scheduled runs to wait for. In this cloud, the schedule runs every few seconds. The function is
 * planned to die after its first write. A run that finds no lost operation writes nothing, so the function survives
 * that run.
 */
const RUNS = 20;

const dispatchOf = (id: string) => (call: Invocation) => call.function === 'dispatcher' && isFor(call, id);

function operationIn(call: Invocation, id: string, placed: Placed): StartedOperation {
  const at = call.correlationIds?.indexOf(id) ?? -1;
  const operationUuid = call.operationUuids?.[at];
  if (!operationUuid) throw new Error('the dispatcher was not given the operation');
  return { operationUuid, clusterUuid: placed.resource_uuid ?? '', correlationId: id };
}

/** The DynamoDB Streams event for a new outbox row. */
function streamRecord({ operationUuid, clusterUuid, correlationId }: StartedOperation): object {
  const fields = { uuid: operationUuid, machine: 'process-order', clusterUuid, correlationId, kind: 'OUTBOX' };
  const image = Object.entries({ ...fields, created: new Date().toISOString() });
  const NewImage = Object.fromEntries(image.map(([name, S]) => [name, { S }]));
  return { Records: [{ eventName: 'INSERT', dynamodb: { SequenceNumber: '1', NewImage } }] };
}

/** Runs `act` for an operation while the dispatch of this operation is paused. */
async function meanwhile(life: Life, hold: Hold, act: (operation: StartedOperation) => Promise<unknown>) {
  const { bed, ids } = life;
  const held = bed.control.plan({ fits: dispatchOf(ids.creation), fate: hold });
  const placed = await life.place();
  const acting = act(operationIn(await held.reached, ids.creation, placed));
  held.release();
  await acting;
  return placed;
}

/** Kills the first scheduled run that starts an operation, directly after that start. */
async function killSchedule({ bed }: Life): Promise<string[]> {
  for (let run = 1; run <= RUNS; run += 1) {
    const dying = bed.control.plan({
      fits: (call) => call.function === 'syncs-dispatch-lost',
      fate: { at: 'after-call', nth: 1, counting: 'writes' },
    });
    if ((await dying.ended).outcome === 'died') return [];
  }
  return ['the schedule has started nothing'];
}

const lose = ({ bed }: Life, id: string) => bed.control.plan({ fits: dispatchOf(id), fate: { skip: true } });

export const dispatch = [
  scenario('dispatch: an operation is started three times at the same moment', async (life) => {
    const start = (operation: StartedOperation) =>
      Promise.all([1, 2].map(() => life.bed.aws.startOperation(operation).catch(sameName)));
    return liveOn(life, await meanwhile(life, { hold: 'before-handler' }, start));
  }),
  scenario('dispatch: a record of the stream comes twice at the same moment', async (life) => {
    const again = (operation: StartedOperation) => life.bed.aws.invoke('dispatcher', streamRecord(operation));
    return liveOn(life, await meanwhile(life, { hold: 'before-handler' }, again));
  }),
  scenario('dispatch: a record of the stream comes again when all is done', async (life) => {
    let operation: StartedOperation | undefined;
    const keep = async (given: StartedOperation) => {
      operation = given;
    };
    const placed = await meanwhile(life, { hold: 'before-handler' }, keep);
    const problems = await life.made(placed);
    const again = async () => {
      const answer = JSON.stringify(operation && (await life.bed.aws.invoke('dispatcher', streamRecord(operation))));
      problems.push(...unless(answer === '{"batchItemFailures":[]}', `the dispatcher answered ${answer}`));
    };
    await again();
    problems.push(...(await life.removed(placed)));
    await again();
    return [...problems, ...(await life.clean(placed))];
  }),
  scenario('dispatch: the stream loses the record of a creation', async (life) => {
    const lost = lose(life, life.ids.creation);
    const placed = await life.place();
    await lost.ended;
    return liveOn(life, placed);
  }),
  scenario('dispatch: the stream loses the record of a deletion', async (life) => {
    const lost = lose(life, life.ids.deletion);
    const placed = await life.place();
    const problems = await life.made(placed);
    const removing = removeAll(life, placed);
    await lost.ended;
    return [...problems, ...(await removing)];
  }),
  scenario(
    'dispatch: the stream loses a record, and the schedule dies when it has started the machine',
    async (life) => {
      const lost = lose(life, life.ids.creation);
      const placed = await life.place();
      await lost.ended;
      return [...(await killSchedule(life)), ...(await liveOn(life, placed))];
    },
  ),
  scenario('dispatch: the order is cancelled before the record of its creation is dispatched', async (life) => {
    const { bed, ids } = life;
    const held = bed.control.plan({ fits: dispatchOf(ids.creation), fate: { hold: 'before-handler' } });
    const placed = await life.place();
    await held.reached;
    const headers = { 'x-correlation-id': ids.deletion };
    const { status } = await bed.owner.call('POST', `marketplace-orders/${placed.uuid}/cancel/`, {}, headers);
    held.release();
    const state = await resourceIs(bed, placed, ['Terminated', 'OK', 'Erred']);
    const { status: again } = await terminate(bed, placed, ids.other);
    return [
      ...unless(status === 202, `cancelling was answered ${status}`),
      ...unless(state === 'Terminated', `the resource is ${state}`),
      ...unless(again === 409, `terminating what is terminated was answered ${again}`),
      ...(await life.clean(placed)),
    ];
  }),
];

/** AWS refuses a second execution with the same name. Other errors are thrown. */
function sameName(error: unknown): void {
  if (!(error instanceof Error && error.name === 'ExecutionAlreadyExists')) throw error;
}
