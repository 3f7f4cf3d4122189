import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { personAt } from './_worlds/customer.ts';
import { ownCloud } from './_worlds/own-cloud.ts';
import { type SecondCloud, secondCloud } from './_worlds/second-cloud.ts';

const SERVERS = 3;
const AGENTS = 3;
/** The maximum number of simultaneous steps for one backend in the local cloud. */
const AT_ONCE = 3;
/** The delay of a server's creation. The functions of a wave all start within this time, so their requests overlap. */
const SLOW_MS = 5000;
const { endpoints } = ownCloud();
let cloud: SecondCloud;
beforeAll(async () => {
  cloud = await secondCloud(endpoints);
}, 120_000);
afterAll(() => cloud.stop());

type Row = { at: number; client: string; method: string; url: string };
const journal = z.array(z.object({ at: z.number(), client: z.string(), method: z.string(), url: z.string() }));
/**
 * The times of the matching requests in a simulator's journal. Times of different simulators can be compared, because
 * all run on this machine.
 */
async function timesOf(simulator: string, isWanted: (row: Row) => boolean): Promise<number[]> {
  const answer = await fetch(`${simulator}/_sim/journal`, { signal: AbortSignal.timeout(10_000) });
  return journal
    .parse(await answer.json())
    .filter(isWanted)
    .map(({ at }) => at);
}
const spread = (times: readonly number[]) => Math.max(...times) - Math.min(...times);

test('servers and the first agent are asked for in requests that overlap; the other agents too, and not before all of the first have registered (S0-148, S0-149, S0-150)', async () => {
  const sample = { ...endpoints.sample, ...cloud.sample };
  const owner = personAt({ ...endpoints, sample }, 'owner');
  await cloud.openstack.plan({ method: 'POST', path: '^/compute/v2.1/servers$', kind: 'slow', delayMs: SLOW_MS });
  const sinceMs = Date.now();
  const placed = await owner.place(owner.clusterOrder('waves', SERVERS, AGENTS));
  expect(await owner.ended(placed.uuid)).toMatchObject({ state: 'done', error_message: '' });

  const asked = await timesOf(
    cloud.openstack.url,
    ({ method, url }) => method === 'POST' && url === '/compute/v2.1/servers',
  );
  expect(asked).toHaveLength(SERVERS + AGENTS);
  const [first, rest] = [asked.slice(0, SERVERS + 1), asked.slice(SERVERS + 1)];
  expect(spread(first.slice(0, AT_ONCE))).toBeLessThan(SLOW_MS);
  expect(spread(rest)).toBeLessThan(SLOW_MS);
  const joined = await timesOf(
    endpoints.rancher,
    ({ at, url }) => at >= sinceMs && url.startsWith('/v3/connect/agent'),
  );
  expect(joined.filter((at) => at < Math.min(...rest))).toHaveLength(first.length);

  await cloud.openstack.clearFaults();
  expect(await owner.terminate(placed.marketplace_resource_uuid)).toMatchObject({ state: 'done', error_message: '' });
}, 300_000);
