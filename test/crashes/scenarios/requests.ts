import { orderBody, type Placed } from '#test/faults/scenarios/order';
import type { CrashBed } from '../crash-bed.ts';
import { resourceIs } from '../customer.ts';
import { isFor } from '../position.ts';
import { type Life, liveOn, removeAll, scenario, unless } from '../scenario.ts';

const post = ({ bed }: Life, path: string, id: string) => bed.owner.call('POST', path, {}, { 'x-correlation-id': id });
const cancelPath = ({ uuid }: Pick<Placed, 'uuid'>) => `marketplace-orders/${uuid}/cancel/`;
const terminatePath = (placed: Placed) => `marketplace-resources/${placed.marketplace_resource_uuid}/terminate/`;

/**
 * Sends the same request twice at the same moment. Paddock must accept one request, and refuse the other because the
 * work is already in progress.
 */
async function askedTwice(life: Life, path: string): Promise<string[]> {
  const { deletion, other } = life.ids;
  const answers = await Promise.all([deletion, other].map((id) => post(life, path, id)));
  const [first = 0, second = 0] = answers.map(({ status }) => status).sort();
  const answered = answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`).join(' and ');
  return unless(first < 300 && (second === 409 || second === 400), `asked twice, it was answered ${answered}`);
}

async function ordersOf({ owner }: CrashBed, placed: Placed, type: string): Promise<{ uuid: string }[]> {
  const asked = `type=${type}&marketplace_resource_uuid=${placed.marketplace_resource_uuid}`;
  return (await owner.call('GET', `marketplace-orders/?${asked}`)).body;
}

async function whileHeld(
  life: Life,
  step: string,
  id: string,
  begin: () => Promise<unknown>,
  act: () => Promise<string[]>,
) {
  const held = life.bed.control.plan({
    fits: (call) => call.step === step && isFor(call, id),
    fate: { hold: 'before-handler' },
  });
  await begin();
  await held.reached;
  const problems = await act();
  held.release();
  return problems;
}

/** Places an order that fails because the cloud refuses servers. Then lets the cloud accept servers again. */
async function erredOrder(life: Life): Promise<{ placed: Placed; problems: string[] }> {
  const { openstack } = life.bed.simulators;
  await openstack.plan({ method: 'POST', path: '^/compute/v2.1/servers$', kind: 'status', status: 403 });
  const placed = await life.place();
  const state = await resourceIs(life.bed, placed, ['OK', 'Erred']);
  await openstack.clearFaults();
  return { placed, problems: unless(state === 'Erred', `without servers the resource is ${state}`) };
}

export const requests = [
  scenario('requests: an order is placed twice at the same moment under one key', async (life) => {
    const headers = { 'x-correlation-id': life.ids.creation, 'idempotency-key': life.ids.creation };
    const place = () => life.bed.owner.call('POST', 'marketplace-orders/', orderBody(life.bed), headers);
    const [one, other] = await Promise.all([place(), place()]);
    const same = one.status === 201 && other.status === 201 && one.body.uuid === other.body.uuid;
    return [...unless(same, `answered ${one.status} and ${other.status}`), ...(await liveOn(life, one.body))];
  }),
  scenario('requests: a deletion is asked for twice at the same moment', async (life) => {
    const placed = await life.place();
    const problems = [...(await life.made(placed)), ...(await askedTwice(life, terminatePath(placed)))];
    const state = await resourceIs(life.bed, placed, ['Terminated', 'Erred']);
    const orders = await ordersOf(life.bed, placed, 'Terminate');
    return [
      ...problems,
      ...unless(state === 'Terminated', `the resource is ${state}`),
      ...unless(orders.length === 1, `there are ${orders.length} orders for it`),
      ...(await life.clean(placed)),
    ];
  }),
  scenario('requests: a retry is asked for twice at the same moment', async (life) => {
    const { placed, problems } = await erredOrder(life);
    problems.push(...(await askedTwice(life, `marketplace-orders/${placed.uuid}/retry/`)));
    const state = await resourceIs(life.bed, placed, ['OK', 'Erred']);
    problems.push(...unless(state === 'OK', `after the retry the resource is ${state}`), ...(await life.made(placed)));
    await post(life, terminatePath(placed), life.ids.deletion);
    await resourceIs(life.bed, placed, ['Terminated', 'Erred']);
    return [...problems, ...(await life.clean(placed))];
  }),
  scenario('requests: a cancellation is asked for twice at the same moment', async (life) => {
    const placed: { it?: Placed } = {};
    const problems = await whileHeld(
      life,
      'openstack.planNodes',
      life.ids.creation,
      async () => {
        placed.it = await life.place();
      },
      () => (placed.it ? askedTwice(life, cancelPath(placed.it)) : Promise.resolve(['no order'])),
    );
    if (!placed.it) return problems;
    const state = await resourceIs(life.bed, placed.it, ['Terminated', 'OK', 'Erred']);
    return [...problems, ...unless(state === 'Terminated', `it is ${state}`), ...(await life.clean(placed.it))];
  }),
  scenario('requests: a termination asked for while the cluster is made is refused', async (life) => {
    const { bed, ids } = life;
    const held = bed.control.plan({
      fits: (call) => call.step === 'openstack.ensureServer' && isFor(call, ids.creation),
      fate: { hold: 'after-handler' },
    });
    const placed = await life.place();
    await held.reached;
    const { status } = await post(life, terminatePath(placed), ids.other);
    held.release();
    return [...unless(status === 409, `terminating was answered ${status}`), ...(await liveOn(life, placed))];
  }),
  scenario('requests: cancelling a termination is refused', async (life) => {
    const { ids } = life;
    const placed = await life.place();
    const problems = await life.made(placed);
    const begin = () => post(life, terminatePath(placed), ids.deletion);
    const act = async () => {
      const [order] = await ordersOf(life.bed, placed, 'Terminate');
      const { status } = await post(life, cancelPath({ uuid: order?.uuid ?? '' }), ids.other);
      return unless(status === 409, `cancelling was answered ${status}`);
    };
    problems.push(...(await whileHeld(life, 'openstack.deleteServer', ids.deletion, begin, act)));
    const state = await resourceIs(life.bed, placed, ['Terminated', 'Erred']);
    return [...problems, ...unless(state === 'Terminated', `it is ${state}`), ...(await life.clean(placed))];
  }),
  scenario('requests: an order that could not be made is removed by its termination', async (life) => {
    const { placed, problems } = await erredOrder(life);
    return [...problems, ...(await removeAll(life, placed))];
  }),
];
