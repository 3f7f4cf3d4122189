import { z } from 'zod';
import { until } from '#infra/local/until';
import { PATIENCE_MS } from '#test/faults/cloud-options';
import { orderBody, type Placed } from '#test/faults/scenarios/order';
import { type CrashBed, newId } from './crash-bed.ts';

/**
 * The interval between two reads of the resource's state. More frequent reads would load a machine with two cores too
 * much.
 */
const LOOK_MS = 250;
/** The maximum number of attempts for a request that gets no answer or an internal error. */
const ATTEMPTS = 6;

const resourceReply = z.object({ state: z.string() });
type Answer = Awaited<ReturnType<CrashBed['owner']['call']>>;

async function untilHeard(ask: () => Promise<Answer>): Promise<Answer> {
  let answer = await ask();
  for (let attempt = 1; attempt < ATTEMPTS && answer.status >= 500; attempt += 1) answer = await ask();
  return answer;
}

/** Places an order with one idempotency key, and repeats the request until an answer arrives. */
export async function placeHeard(bed: CrashBed, correlationId: string): Promise<Placed> {
  const headers = { 'x-correlation-id': correlationId, 'idempotency-key': newId() };
  const { status, body } = await untilHeard(() =>
    bed.owner.call('POST', 'marketplace-orders/', orderBody(bed), headers),
  );
  if (status !== 201) throw new Error(`the order was answered ${status}: ${JSON.stringify(body)}`);
  return body as Placed;
}

export async function cancel(bed: CrashBed, { uuid }: Placed, correlationId: string): Promise<Answer> {
  return untilHeard(() =>
    bed.owner.call('POST', `marketplace-orders/${uuid}/cancel/`, {}, { 'x-correlation-id': correlationId }),
  );
}

/** The answer to a repeated request may be that the resource is already being terminated. */
export async function terminate(bed: CrashBed, placed: Placed, correlationId: string): Promise<Answer> {
  const path = `marketplace-resources/${placed.marketplace_resource_uuid}/terminate/`;
  return untilHeard(() => bed.owner.call('POST', path, {}, { 'x-correlation-id': correlationId }));
}

export async function resourceIs(bed: CrashBed, placed: Placed, states: readonly string[]): Promise<string> {
  const path = `marketplace-resources/${placed.marketplace_resource_uuid}/`;
  const last = { state: '' };
  const tooLate = () => `the resource is ${last.state} for ever, not ${states.join(' or ')}`;
  const patience = { tooLate: 'late', timeoutMs: PATIENCE_MS, intervalMs: LOOK_MS };
  try {
    return await until(patience, async () => {
      Object.assign(last, resourceReply.parse((await bed.owner.call('GET', path)).body));
      return states.includes(last.state) ? last.state : undefined;
    });
  } catch (cause) {
    throw new Error(tooLate(), { cause });
  }
}

export async function failureOf(bed: CrashBed, placed: Placed): Promise<string> {
  const { state, last_error: said } = await bed.owner.cluster(placed.resource_uuid ?? '');
  return `${state}, ${said?.code} at ${said?.step}: ${said?.message}`;
}
