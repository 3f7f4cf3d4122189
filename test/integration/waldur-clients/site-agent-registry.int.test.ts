import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { pythonLines } from '#test/programs/python-lines';
import { type Market, openMarket } from '../_worlds/market.ts';
import { agentOffering } from '../_worlds/site-agent-market.ts';
import { serveApi } from './served-api.ts';

const of = (name: string): string => fileURLToPath(new URL(`site-agent/${name}`, import.meta.url));
/** Runs the agent's own registration code. */
const run = pythonLines({
  ...{ what: 'waldur-site-agent', log: 'site-agent' },
  ...{ requirements: of('requirements.txt'), program: of('register_site_agent.py') },
});
const registered = z.object({
  ...{ identity: z.string(), found: z.string(), provider: z.string(), keys: z.number(), queue: z.string() },
  ...{ services: z.array(z.string()), processors: z.array(z.string()) },
});

let market: Market;
let served: Awaited<ReturnType<typeof serveApi>>;
let offering: string;
beforeAll(async () => {
  market = await openMarket();
  offering = (await agentOffering(market)).uuid;
  served = await serveApi(market);
}, 60_000);
afterAll(() => served.close());

const register = async (name: string) =>
  registered.parse(await run({ api: served.url, token: market.people.owner.token, offering, name }));
const agents = async () =>
  (await market.store.agentIdentities.list({ visibility: 'all' }, { page: 1, pageSize: 9 })).items;

/** The test waits until Python has loaded the agent. This takes several seconds on a busy machine. */
const PATIENCE_MS = 60_000;

test(
  'the agent registers itself with its services and processors, and is the same when it registers again',
  async () => {
    const first = await register('agent-1');
    const [before] = await agents();
    expect(before?.services.map(({ name }) => name)).toEqual(['order_process', 'membership_sync', 'report']);
    expect(before?.dependencies.map((it) => it.package)).toContain('waldur-api-client');
    market.clock.advance(300);
    expect(await register('agent-1')).toEqual(first);
    const again = await agents();
    expect(again).toHaveLength(1);
    expect(again.map(({ modified }) => modified)).toEqual([market.clock.now().toISOString()]);
    expect(first).toMatchObject({ found: first.identity, provider: market.customerUuid, keys: 0 });
    expect(first.queue).toMatch(/status code: 404[\s\S]*Events are sent to web hooks/);
  },
  PATIENCE_MS,
);
