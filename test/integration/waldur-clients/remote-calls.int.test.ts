import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { pythonLines } from '#test/programs/python-lines';
import { type RemoteWorld, remoteWorldPerTest } from '../remote-waldur/remote-world.ts';
import type { ServedCall } from './served-api.ts';

const of = (name: string): string => fileURLToPath(new URL(`site-agent/${name}`, import.meta.url));
const runAgent = pythonLines({
  ...{ what: 'waldur-site-agent', log: 'site-agent' },
  ...{ requirements: of('requirements.txt'), program: of('run_site_agent.py') },
});

let world: RemoteWorld;
remoteWorldPerTest(
  (opened) => {
    world = opened;
  },
  { keycloak_enabled: true, keycloak_use_user_id: false },
);

type Round = (mode: 'order_process' | 'membership_sync' | 'report', backendId?: string) => Promise<void>;

/** Runs the published agent once, with the agent's own in-memory backend. */
const byAgent: Round = async (mode, backendId) => {
  const { remote } = world;
  const usage = backendId === undefined ? {} : { [backendId]: { TOTAL_ACCOUNT_USAGE: { cpu: 12.5 } } };
  const asked = { api: remote.served.url, token: remote.seller.token, offering: remote.offering, mode, usage };
  expect(await runAgent(asked)).toMatchObject({ result: null });
};
const byPaddock: Round = async (mode) => {
  if (mode === 'order_process') {
    await world.pass('serve_remote_orders');
    await world.work();
    await world.pass('serve_remote_orders');
  } else if (mode === 'membership_sync') {
    await world.pass('sync_project_members');
    await world.pass('sync_remote_resources');
  } else {
    await world.pass('sync_project_usages');
    await world.pass('report_remote_usages');
  }
};

async function lifeOf(name: string, round: Round): Promise<Set<string>> {
  const { remote } = world;
  remote.served.calls.splice(0);
  const { uuid, marketplace_resource_uuid: resource } = await remote.order(name, { cpu: 4 });
  await round('order_process');
  expect(await remote.orderNow(uuid)).toMatchObject({ state: 'done' });
  const { backend_id } = await remote.resourceNow(resource);
  await round('membership_sync');
  await round('report', backend_id);
  await remote.later(resource, 'update_limits', { limits: { cpu: 8 } });
  await round('order_process');
  await remote.later(resource, 'terminate', {});
  await round('order_process');
  expect(await remote.resourceNow(resource)).toMatchObject({ state: 'Terminated' });
  return new Set(remote.served.calls.map(textOf));
}
const textOf = ({ call, keys }: ServedCall): string => (keys.length > 0 ? `${call} {${keys.join(', ')}}` : call);

const LONG = 200_000;

test(
  'each call to a remote Waldur is one that the published agent makes, too, with the same fields',
  async () => {
    const { market, offering } = { ...world.remote };
    market.clock.advance((Date.now() - market.clock.now().getTime()) / 1000);
    const theirs = await lifeOf('by the agent', byAgent);
    const agents = z.array(z.looseObject({ name: z.string() }));
    expect(agents.parse(await world.remote.ask('GET', 'marketplace-site-agent-identities/'))).toMatchObject([
      { name: `agent-${offering}` },
    ]);
    const ours = await lifeOf('by Paddock', byPaddock);
    expect(ours.size).toBeGreaterThan(10);
    expect([...ours].filter((call) => !theirs.has(call))).toEqual([]);
  },
  LONG,
);
