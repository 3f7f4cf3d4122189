import { expect, test } from 'vitest';
import type { Connect, JsonClient } from '#shared/adapters/json-client';
import { connectJson } from '#shared/adapters/json-client';
import { BackendUnavailable } from '#shared/errors';
import { type RemoteWorld, remoteWorldPerTest } from './remote-world.ts';

let world: RemoteWorld;
remoteWorldPerTest((opened) => {
  world = opened;
});

type Moment = 'before' | 'after';
const crash = () => new BackendUnavailable('the run ends here');

/** Ends a run before or after its n-th request. The run sends nothing more. Later runs are not disturbed. */
function crashAt(count: number, moment: Moment) {
  let [asked, isOver] = [0, false];
  const connect: Connect = (connection) => {
    const client = connectJson(connection);
    const call: JsonClient = async (request) => {
      if (isOver) throw crash();
      asked += 1;
      if (asked !== count) return client(request);
      isOver = true;
      if (moment === 'after') await client(request);
      throw crash();
    };
    return call;
  };
  return { connect, hasCrashed: () => isOver };
}

/**
 * Runs the job until the order is done. The crash happens once, in one of the first runs. Returns whether the crash
 * happened.
 */
async function carryOut(order: string, count: number, moment: Moment): Promise<boolean> {
  const one = crashAt(count, moment);
  for (let run = 0; run < 8; run += 1) {
    const disturbed = one.hasCrashed() ? connectJson : one.connect;
    await world.pass('serve_remote_orders', disturbed).catch((error: unknown) => {
      if (!(error instanceof BackendUnavailable)) throw error;
    });
    await world.work();
    if ((await world.remote.orderNow(order)).state === 'done') return one.hasCrashed();
  }
  return expect.fail(`request ${count}, ${moment}: the order is ${(await world.remote.orderNow(order)).state}`);
}

/** The POST requests that concern the order or the resource, oldest first. */
const reports = (order: string, resource: string) =>
  world.remote.served.asked.filter(
    (asked) => asked.startsWith('POST') && (asked.includes(order) || asked.includes(resource)),
  );

/** An upper limit for the number of requests of one order. Every run registers the agent again, which also counts. */
const MAX_REQUESTS = 40;

/**
 * Places new orders. Ends the run before or after the n-th request of the n-th order, until an order has fewer
 * requests. `place` creates an order, and `check` verifies its result. Returns the number of interrupted orders.
 */
async function tryAll(moment: Moment, place: (count: number) => Promise<string>, check: () => Promise<void>) {
  let tried = 0;
  for (let count = 1; count < MAX_REQUESTS; count += 1) {
    const order = await place(count);
    const hasCrashed = await carryOut(order, count, moment);
    await check();
    if (!hasCrashed) return tried;
    tried += 1;
  }
  return expect.fail('the order takes more requests than expected');
}

const LONG = 400_000;

test.each(['before', 'after'] as const)(
  'a run that ends %s any request of a creation leaves one project, and the order is done',
  async (moment) => {
    let [order, resource] = ['', ''];
    const place = async (count: number) => {
      ({ uuid: order, marketplace_resource_uuid: resource } = await world.remote.order(`shop ${count}`, { cpu: 2 }));
      return order;
    };
    const tried = await tryAll(moment, place, async () => {
      const { slug, backend_id, state } = await world.remote.resourceNow(resource);
      const projects = await world.projectsOf(slug);
      expect(projects).toMatchObject([{ id: backend_id }]);
      expect(state).toBe('OK');
      const sent = reports(order, resource);
      expect(sent.filter((asked) => asked.includes('set_state_erred'))).toEqual([]);
      expect(sent.filter((asked) => asked.includes('approve_by_provider')).length).toBe(1);
      expect(sent.filter((asked) => asked.includes('set_state_done')).length).toBe(1);
    });
    expect(tried).toBeGreaterThan(12);
  },
  LONG,
);

test.each(['before', 'after'] as const)(
  'a run that ends %s any request of a change repeats nothing',
  async (moment) => {
    const { uuid, marketplace_resource_uuid: resource } = await world.remote.order('shop', { cpu: 1 });
    await carryOut(uuid, MAX_REQUESTS, moment);
    const { slug } = await world.remote.resourceNow(resource);
    let cpu = 1;
    const place = async () => {
      cpu += 1;
      return world.remote.later(resource, 'update_limits', { limits: { cpu } });
    };
    const tried = await tryAll(moment, place, async () => {
      expect((await world.resourceHere(resource))?.rancherProject?.limits).toMatchObject({ cpu });
      expect(await world.remote.resourceNow(resource)).toMatchObject({ limits: { cpu } });
      expect(await world.projectsOf(slug)).toHaveLength(1);
    });
    expect(tried).toBeGreaterThan(10);
  },
  LONG,
);

test.each(['before', 'after'] as const)(
  'a run that ends %s any request of a termination leaves nothing, and the order is done once',
  async (moment) => {
    let [order, resource] = ['', ''];
    const place = async (count: number) => {
      const made = await world.remote.order(`end ${count}`, { cpu: 1 });
      await carryOut(made.uuid, MAX_REQUESTS, moment);
      resource = made.marketplace_resource_uuid;
      order = await world.remote.later(resource, 'terminate', {});
      return order;
    };
    const tried = await tryAll(moment, place, async () => {
      const { slug, state } = await world.remote.resourceNow(resource);
      expect(state).toBe('Terminated');
      await expect.poll(() => world.projectsOf(slug), { timeout: 10_000 }).toEqual([]);
      const done = reports(order, resource).filter((asked) => asked.includes(`${order}/set_state_done`));
      expect(done).toHaveLength(1);
    });
    expect(tried).toBeGreaterThan(8);
  },
  LONG,
);
