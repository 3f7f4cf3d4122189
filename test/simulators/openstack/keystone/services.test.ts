import { expect, test } from 'vitest';
import { z } from 'zod';
import { cloudPerFile } from '../cloud-per-file.ts';
import { byCredential } from '../cloud-under-test.ts';

const cloud = await cloudPerFile();
const keystone = '/identity/v3';
const url = 'https://clusters.example.org/v1';
const withId = z.looseObject({ id: z.string() });
const catalog = async () => JSON.stringify((await cloud.login(byCredential(cloud.projects.demo))).body);

test('a registered service is in the catalogue of every token, with its endpoints, until it is deleted', async () => {
  const made = await cloud.admin.post(`${keystone}/services`, { service: { type: 'container-infra', name: 'magnum' } });
  expect(made).toMatchObject({ status: 201, body: { service: { type: 'container-infra', enabled: true } } });
  const { id: service_id } = z.object({ service: withId }).parse(made.body).service;
  const endpoint = { service_id, interface: 'public', region: 'RegionOne', url };
  const placed = await cloud.admin.post(`${keystone}/endpoints`, { endpoint });
  expect(placed).toMatchObject({ status: 201, body: { endpoint: { region_id: 'RegionOne', url } } });
  expect(await catalog()).toContain(url);
  expect((await cloud.admin.get(`${keystone}/services?type=container-infra`)).body).toMatchObject({
    services: [{ id: service_id }],
  });
  expect((await cloud.admin.get(`${keystone}/endpoints?service_id=${service_id}`)).body).toMatchObject({
    endpoints: [{ url }],
  });
  expect(await cloud.admin.delete(`${keystone}/services/${service_id}`)).toMatchObject({ status: 204 });
  expect(await catalog()).not.toContain(url);
});

test('only an administrator registers one', async () => {
  const service = { type: 'container-infra' };
  expect(await cloud.demo.post(`${keystone}/services`, { service })).toMatchObject({ status: 403 });
  expect(await cloud.admin.delete(`${keystone}/services/none`)).toMatchObject({ status: 404 });
});
