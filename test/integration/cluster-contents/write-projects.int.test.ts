import { expect, test } from 'vitest';
import { z } from 'zod';
import { shopPerTest, uuidIn } from './shop-cluster.ts';

const openShop = shopPerTest();

const made = z.looseObject({ uuid: z.string(), url: z.string() });

test('a project is made, renamed and deleted in Rancher and in the list (S0-040, S0-062)', async () => {
  const shop = await openShop();
  const { cluster, opened } = shop;
  const answer = await shop.send('POST', 'rancher-projects/', { name: 'extra', cluster: cluster.uuid });
  expect(answer).toMatchObject({ status: 201, body: { name: 'extra', cluster_uuid: cluster.uuid, namespaces: [] } });
  const path = `rancher-projects/${made.parse(answer.body).uuid}/`;
  const inRancher = async () => (await opened.rancher.listProjects(cluster.backendId)).map(({ name }) => name);
  expect(await inRancher()).toContain('extra');
  expect((await shop.send('POST', 'rancher-projects/', { name: 'extra', cluster: cluster.uuid })).status).toBe(409);
  expect(await shop.send('PATCH', path, { name: 'more', description: 'for later' })).toMatchObject({
    ...{ status: 200, body: { name: 'more', description: 'for later' } },
  });
  expect(await inRancher()).toContain('more');
  expect((await shop.send('DELETE', path)).status).toBe(204);
  expect((await shop.send('GET', path)).status).toBe(404);
  expect(await inRancher()).not.toContain('more');
});

test('a project is not renamed to the name of another project of the cluster (S0-062)', async () => {
  const shop = await openShop();
  const { cluster, opened } = shop;
  const { body } = await shop.send('POST', 'rancher-projects/', { name: 'extra', cluster: cluster.uuid });
  const path = `rancher-projects/${made.parse(body).uuid}/`;
  for (const name of ['System', 'Default', 'shop']) {
    expect(await shop.send('PATCH', path, { name })).toMatchObject({
      ...{ status: 409, body: { detail: `The cluster already has a project named ${name}.` } },
    });
  }
  expect((await shop.send('PUT', path, { name: 'shop' })).status).toBe(409);
  const names = (await opened.rancher.listProjects(cluster.backendId)).map(({ name }) => name);
  expect(names.toSorted()).toEqual(['Default', 'System', 'extra', 'shop']);
  expect(await shop.send('PATCH', path, { name: 'extra', description: 'same name' })).toMatchObject({
    ...{ status: 200, body: { name: 'extra', description: 'same name' } },
  });
});

test('a project with namespaces is not deleted, and neither is one that Rancher made (S0-062)', async () => {
  const shop = await openShop();
  const remove = async (name: string) =>
    shop.send('DELETE', `rancher-projects/${await uuidIn(shop, 'rancher-projects', name)}/`);
  expect(await remove('shop')).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('first: shop.') },
  });
  expect((await remove('Default')).status).toBe(400);
  expect((await remove('System')).status).toBe(400);
});

test('a namespace is made in a project, moved to another, and deleted (S0-041, S0-064)', async () => {
  const shop = await openShop();
  const project = await shop.listed('rancher-projects', 'shop');
  const body = { name: 'stage', project: project?.url, description: 'to try things' };
  const answer = await shop.send('POST', 'rancher-namespaces/', body);
  expect(answer).toMatchObject({
    ...{ status: 201, body: { name: 'stage', project_uuid: project?.uuid, description: 'to try things' } },
  });
  const path = `rancher-namespaces/${made.parse(answer.body).uuid}/`;
  const other = await shop.listed('rancher-projects', 'Default');
  expect(await shop.send('PATCH', path, { project: other?.url })).toMatchObject({
    ...{ status: 200, body: { project_uuid: other?.uuid, description: 'to try things' } },
  });
  expect((await shop.send('GET', `rancher-projects/${other?.uuid}/`)).body).toMatchObject({
    namespaces: expect.arrayContaining([expect.objectContaining({ name: 'stage' })]),
  });
  expect((await shop.send('DELETE', path)).status).toBe(204);
  await expect.poll(async () => (await shop.inside.get('/api/v1/namespaces/stage')).status).toBe(404);
});

test('what is in a moved namespace shows its new project after the next pull (S0-041)', async () => {
  const shop = await openShop();
  const other = await shop.listed('rancher-projects', 'Default');
  const path = `rancher-namespaces/${await uuidIn(shop, 'rancher-namespaces', 'shop')}/`;
  await shop.send('PATCH', path, { project: other?.url });
  await shop.pull();
  expect(await shop.listed('rancher-services', 'cart')).toMatchObject({ rancher_project_uuid: other?.uuid });
});

test('the secrets of a project are listed by name, without their values (S0-063)', async () => {
  const shop = await openShop();
  const secret = { metadata: { name: 'registry' }, stringData: { password: 'hush-hush' } };
  await shop.inside.post('/api/v1/namespaces/shop/secrets', secret);
  await shop.inside.post('/api/v1/namespaces/default/secrets', { ...secret, metadata: { name: 'elsewhere' } });
  const answer = await shop.send('GET', `rancher-projects/${await uuidIn(shop, 'rancher-projects', 'shop')}/secrets/`);
  expect(answer).toMatchObject({ status: 200, body: [{ name: 'registry', id: 'shop/registry' }] });
  expect(answer.text).not.toContain('hush');
  expect(answer.text).not.toContain(Buffer.from('hush-hush').toString('base64'));
});
