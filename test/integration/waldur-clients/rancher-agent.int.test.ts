import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { pythonLines } from '#test/programs/python-lines';
import { agentOffering, otherSeller } from '../_worlds/site-agent-market.ts';
import { runPod } from '../rancher-projects/run-pod.ts';
import { type SharedCluster, sharedClusterPerTest } from '../rancher-projects/shared-cluster.ts';
import { serveApi } from './served-api.ts';
import { PLUGIN_COMPONENTS, pluginSettings } from './site-agent-rancher.ts';
import { lookAtProject } from './standing-project.ts';

const of = (name: string): string => fileURLToPath(new URL(`site-agent/${name}`, import.meta.url));
const run = pythonLines({
  ...{ what: 'waldur-site-agent', log: 'site-agent' },
  ...{ requirements: of('requirements.txt'), program: of('run_rancher_agent.py') },
});

let world: SharedCluster;
/** Runs a release of Rancher to which the plugin can log in. */
sharedClusterPerTest(
  (opened) => {
    world = opened;
  },
  ...['--version', '2.11'],
);

const PATIENCE_MS = 120_000;
const { cpu, ram } = PLUGIN_COMPONENTS;
const limit = (type: string, measured_unit: string) => ({ type, name: type, measured_unit, billing_type: 'limit' });
const said = z.object({ log: z.array(z.string()) });
/** The plugin reads no limits of projects or people. The agent therefore logs these warnings in every round. */
const ALWAYS_SAID = /^(No limits found in the backend|Unable to set user %s limits)/;
const shown = z.looseObject({ uuid: z.string(), marketplace_resource_uuid: z.string() });

test(
  'the whole agent sells projects with Paddock as its Waldur: order, people, usage, other limits, termination',
  async () => {
    const { market, keycloak } = world;
    // The agent reports the current month of the real clock, so the test's clock is set to real time.
    market.clock.advance((Date.now() - market.clock.now().getTime()) / 1000);
    const look = lookAtProject(world);
    const { person: seller, customer } = await otherSeller(market);
    const theirs = { ...market, people: { ...market.people, owner: seller } };
    const offering = await agentOffering(theirs, {
      ...{ customer: customer.uuid, components: [limit('cpu', 'cores'), limit('ram', 'GB')] },
    });
    await market.ask('POST', `marketplace-provider-offerings/${offering.uuid}/activate/`, seller);
    const served = await serveApi(market);
    onTestFinished(() => served.close());
    const settings = pluginSettings(world, 'sold-');
    const quietly = async (mode: string) => {
      const asked = { api: served.url, token: seller.token, offering: offering.uuid, mode };
      const { log } = said.parse(await run({ ...asked, settings, components: { cpu, ram } }));
      expect(
        log.filter((line) => !ALWAYS_SAID.test(line)),
        mode,
      ).toEqual([]);
    };
    const { owner, manager, member } = market.people;
    const call = async (method: string, path: string, body?: object) => {
      const answer = await market.ask(method, path, { ...owner, ...(body && { body }) });
      return answer.status < 300 ? answer.body : expect.fail(answer.text);
    };
    const usernames = [manager, member].map(({ user }) => user.username).sort();
    for (const username of usernames) await keycloak.realm.aUser(username);

    const order = shown.parse(
      await call('POST', 'marketplace-orders/', {
        ...{ offering: offering.uuid, project: market.projectUuid, attributes: { name: 'Shop' } },
        limits: { cpu: 4, ram: 8 },
      }),
    );
    const resource = `marketplace-resources/${order.marketplace_resource_uuid}/`;
    await quietly('order_process');
    expect(await call('GET', `marketplace-orders/${order.uuid}/`)).toMatchObject({ state: 'done' });
    const { slug, ...made } = z.looseObject({ slug: z.string() }).parse(await call('GET', resource));
    const name = `sold-${slug}`;
    const project = (await look.projectNamed(name)) ?? expect.fail('the agent has made the project');
    expect(made).toMatchObject({ state: 'OK', backend_id: project.id });
    const quota = async () => (await look.quotas(name))['custom-resource-quota'];
    expect(await quota()).toEqual({ 'limits.cpu': '4', 'limits.memory': '8Gi' });

    await quietly('membership_sync');
    expect(await look.groupTree()).toMatchObject([{ children: [{ members: usernames }] }]);
    await runPod(world, name, 'web', { cpu: '1500m', memory: '3Gi' });
    await quietly('report');
    expect(
      await call('GET', `marketplace-component-usages/?resource_uuid=${order.marketplace_resource_uuid}&o=usage`),
    ).toMatchObject([
      { type: 'cpu', usage: '1.50' },
      { type: 'ram', usage: '3.00' },
    ]);

    await call('POST', `${resource}update_limits/`, { limits: { cpu: 2, ram: 16 } });
    await quietly('order_process');
    expect(await quota()).toEqual({ 'limits.cpu': '2', 'limits.memory': '16Gi' });

    await call('POST', `${resource}terminate/`, {});
    await quietly('order_process');
    expect(await call('GET', resource)).toMatchObject({ state: 'Terminated' });
    await expect.poll(() => look.projectNamed(name)).toBeUndefined();
    await expect.poll(() => look.namespace(name)).toBeUndefined();
  },
  PATIENCE_MS,
);
