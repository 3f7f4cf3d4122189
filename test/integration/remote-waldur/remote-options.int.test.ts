import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type RemoteWorld, remoteWorldPerTest } from './remote-world.ts';

let world: RemoteWorld;
remoteWorldPerTest((opened) => {
  world = opened;
});

const [, PAGE = ''] = readFileSync('docs/rancher-projects.md', 'utf8').split('## Keep your Waldur');
const blocks = [...PAGE.matchAll(/```json\n(.*?)```/gs)].map(([, text = '']): unknown => JSON.parse(text));
const options = z.looseObject({ options: z.record(z.string(), z.unknown()) });
const pluginOptions = z.looseObject({ plugin_options: z.record(z.string(), z.unknown()) });

const patchSettings = (body: object) => {
  const { market, settingsUuid } = world.cluster;
  return market.ask('PATCH', `service-settings/${settingsUuid}/`, { ...market.people.staff, body });
};

test('the examples of the page are accepted, and the token is never shown', async () => {
  const settings = options.parse(blocks[0]);
  const { status, text } = await patchSettings(settings);
  expect(status).toBe(200);
  expect(text).toContain('https://waldur.example.org/api');
  expect(text).not.toContain(String(settings.options.waldur_api_token));
  const offering = pluginOptions.parse(blocks[1]).plugin_options;
  const { market } = world.cluster;
  const made = await world.cluster.offering({ plugin_options: { ...offering, remote_project: market.projectUuid } });
  const shown = await market.ask('GET', `marketplace-provider-offerings/${made.uuid}/`, market.people.staff);
  expect(shown.body).toMatchObject({ plugin_options: { ...offering, remote_project: market.projectUuid } });
});

test('both options of an offering are needed, and the project must be one that the caller sees', async () => {
  const { cluster } = world;
  const refused = (fields: object) => expect(cluster.offering({ plugin_options: fields })).rejects;
  const [remote_offering_uuid, unknown] = [world.remote.offering, 'f'.repeat(32)];
  await refused({ remote_offering_uuid }).toThrow(/needed together/);
  await refused({ remote_project: cluster.market.projectUuid }).toThrow(/needed together/);
  await refused({ remote_offering_uuid, remote_project: unknown }).toThrow(/plugin_options/);
});

const checks = z.object({
  checks: z.array(z.looseObject({ backend: z.string(), ok: z.boolean(), option: z.string() })),
});
async function checkOfWaldur() {
  const { market, settingsUuid } = world.cluster;
  const { body } = await market.ask('POST', `service-settings/${settingsUuid}/check/`, market.people.staff);
  return checks.parse(body).checks.find(({ backend }) => backend === 'waldur');
}

test('a check of the provider says whether the remote Waldur accepts the token', async () => {
  expect(await checkOfWaldur()).toMatchObject({ ok: true, option: 'waldur_api_token' });
  await patchSettings({ options: { waldur_api_token: 'wrong' } });
  expect(await checkOfWaldur()).toMatchObject({ ok: false, option: 'waldur_api_token' });
  world.remote.served.close();
  expect(await checkOfWaldur()).toMatchObject({ ok: false, option: 'waldur_api_url' });
});

test('a change of only the address of the remote Waldur checks the provider at once', async () => {
  const { served, seller } = world.remote;
  const movedTo = (waldur_api_url: string) =>
    patchSettings({ options: { waldur_api_url, waldur_api_token: seller.token } });
  const unreachable = await movedTo('http://127.0.0.1:9/api');
  expect(unreachable.body).toMatchObject({ state: 'ERRED', error_message: expect.stringContaining('waldur_api_url') });
  const restored = await movedTo(served.url);
  expect(restored.body).toMatchObject({ error_message: expect.not.stringContaining('waldur_api_url') });
});
