import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aBrowser } from '#test/contracts/keycloak/browser';
import { openKeycloak } from '#test/contracts/keycloak/keycloak-under-test';
import { ownCloud } from '../_worlds/own-cloud.ts';
import { preparePeople } from '../access/access-world.ts';
import { aPaddockHome } from './run-paddock.ts';

const { endpoints } = ownCloud();

test('a person signs in with a browser beside the terminal, and out again', async () => {
  const { keycloak: url, keycloak_admin: admin, api } = endpoints;
  const people = await openKeycloak({ url, admin, stop: async () => {} }, 'paddock');
  await preparePeople(people, api);
  const { username } = await people.aUser();
  const at = await aPaddockHome();
  const login = at.start(['login', api, '--as', 'local']);
  const browser = aBrowser();
  const page = await browser.open(await login.says(/http\S+/));
  await browser.submit(await browser.submit(page, { username, password: username }), { accept: 'Yes' });
  expect(await login.ended).toMatchObject({ code: 0, stderr: expect.stringContaining(`as ${username}.`) });
  const config = JSON.parse(await readFile(join(at.home, '.config/paddock/config.json'), 'utf8'));
  expect(config).toMatchObject({ current: 'local', contexts: { local: { url: api, username } } });
  expect(await at.paddock(['list'])).toMatchObject({ code: 0, stderr: 'No clusters.\n' });
  expect(await at.paddock(['logout'])).toMatchObject({ code: 0 });
  const env = { PADDOCK_URL: api, PADDOCK_TOKEN: config.contexts.local.token };
  expect(await at.paddock(['list'], { env })).toMatchObject({ code: 4 });
  await at.close();
  await people.close();
});
