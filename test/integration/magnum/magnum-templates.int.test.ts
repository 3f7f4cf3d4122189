import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { changed } from '#shared/domain/_core/record';
import { aCluster, aUuid } from '#test/builders/builders';
import { aClusterApiSpec } from '#test/builders/cluster-api-builders';
import { aClusterApiTemplate } from '#test/builders/order-inputs';
import { magnumWorldPerFile } from '../_worlds/magnum-world.ts';

const world = await magnumWorldPerFile();
const { ask, store, demo } = world;
const withUuid = z.object({ uuid: z.string() });
/** A template as `openstack coe` sends it. The client sends every field, with null for fields without a value. */
const SENT = {
  ...{ image_id: 'ubuntu-2204-kube-v1.33.5', keypair_id: null, external_network_id: 'public', coe: 'kubernetes' },
  ...{
    fixed_network: null,
    fixed_subnet: null,
    network_driver: null,
    volume_driver: null,
    dns_nameserver: '192.0.2.53',
  },
  ...{ flavor_id: 'm1.medium', master_flavor_id: null, docker_volume_size: null, docker_storage_driver: 'overlay2' },
  ...{ http_proxy: null, https_proxy: null, no_proxy: null, labels: {}, tls_disabled: false, public: false },
  ...{ registry_enabled: false, server_type: 'vm', master_lb_enabled: true, hidden: false },
};
let made = 0;
const sent = (fields: object = {}) => {
  made += 1;
  return { ...SENT, name: `template-${made}`, ...fields };
};
async function created(token: string, fields?: object): Promise<string> {
  const answer = await ask('POST', '/v1/clustertemplates', { token, body: sent(fields) });
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return withUuid.parse(answer.body).uuid;
}
const refusal = (status: number, title: string) => ({
  ...{ status, body: { errors: [{ title: expect.stringContaining(title) }] } },
});

describe('a template', () => {
  test('is created as Magnum’s clients send it, and shown with all its fields (S3-026, M41)', async () => {
    const token = await world.token();
    const labels = { kube_tag: 'v1.33.5', auto_scaling_enabled: true, max_node_count: 5 };
    const uuid = await created(token, { labels, tags: 'new,small' });
    const { body } = await ask('GET', `/v1/clustertemplates/${uuid}`, { token });
    expect(body).toMatchObject({
      ...{ uuid, coe: 'kubernetes', image_id: SENT.image_id, flavor_id: 'm1.medium', dns_nameserver: '192.0.2.53' },
      ...{ network_driver: 'calico', volume_driver: null, server_type: 'vm', public: false, hidden: false },
      ...{ tags: 'new,small', project_id: demo.tenant.backendId, keypair_id: null },
      labels: { kube_tag: 'v1.33.5', auto_scaling_enabled: 'true', max_node_count: '5' },
    });
    const { body: list } = await ask('GET', '/v1/clustertemplates', { token });
    expect(list).toMatchObject({ clustertemplates: expect.arrayContaining([expect.objectContaining({ uuid })]) });
    expect(await store.clusterApiTemplates.find(uuid.replaceAll('-', ''))).toMatchObject({ isPublic: false });
  });

  test('is changed by a JSON patch, field by field and label by label (M41)', async () => {
    const token = await world.token();
    const uuid = await created(token, { labels: { kube_tag: 'v1.33.5', boot_volume_size: '20' } });
    const body = [
      { op: 'replace', path: '/flavor_id', value: 'm1.large' },
      { op: 'remove', path: '/dns_nameserver' },
      { op: 'add', path: '/labels/auto_healing_enabled', value: false },
      { op: 'remove', path: '/labels/boot_volume_size' },
      { op: 'replace', path: '/hidden', value: true },
    ];
    expect(await ask('PATCH', `/v1/clustertemplates/${uuid}`, { token, body })).toMatchObject({
      status: 200,
      body: {
        ...{ flavor_id: 'm1.large', dns_nameserver: null, hidden: true },
        labels: { kube_tag: 'v1.33.5', auto_healing_enabled: 'false' },
      },
    });
    const asText = [{ op: 'replace', path: '/labels', value: "{'kube_tag': 'v1.33.6'}" }];
    expect((await ask('PATCH', `/v1/clustertemplates/${uuid}`, { token, body: asText })).body).toMatchObject({
      labels: { kube_tag: 'v1.33.6' },
    });
  });

  test('keeps fields without effect as they were written, because Terraform compares them (M41)', async () => {
    const token = await world.token();
    const uuid = await created(token, { volume_driver: 'cinder', apiserver_port: 6443, cluster_distro: 'ubuntu' });
    const body = [
      { op: 'replace', path: '/cluster_distro', value: 'flatcar' },
      { op: 'remove', path: '/apiserver_port' },
    ];
    expect(await ask('PATCH', `/v1/clustertemplates/${uuid}`, { token, body })).toMatchObject({ status: 200 });
    expect((await ask('GET', `/v1/clustertemplates/${uuid}`, { token })).body).toMatchObject({
      ...{
        volume_driver: 'cinder',
        apiserver_port: null,
        cluster_distro: 'flatcar',
        docker_storage_driver: 'overlay2',
      },
    });
    const other = [{ op: 'replace', path: '/volume_driver', value: 'rexray' }];
    expect(await ask('PATCH', `/v1/clustertemplates/${uuid}`, { token, body: other })).toMatchObject(
      refusal(400, 'volume_driver: '),
    );
  });

  test('is deleted by its name (M41)', async () => {
    const token = await world.token();
    await created(token, { name: 'to-delete' });
    expect(await ask('DELETE', '/v1/clustertemplates/to-delete', { token })).toMatchObject({ status: 204 });
    expect(await ask('GET', '/v1/clustertemplates/to-delete', { token })).toMatchObject(
      refusal(404, 'ClusterTemplate to-delete could not be found.'),
    );
  });

  test('of a cluster is not deleted, in Magnum’s words (M41)', async () => {
    const token = await world.token();
    const uuid = await created(token, { name: 'in-use' });
    const cluster = aCluster({ clusterApi: aClusterApiSpec({ templateUuid: uuid.replaceAll('-', '') }) });
    await store.commit(store.clusters.insert(cluster));
    expect(await ask('DELETE', '/v1/clustertemplates/in-use', { token })).toMatchObject(
      refusal(400, 'ClusterTemplate in-use is referenced by one or multiple clusters.'),
    );
    await store.commit(store.clusters.remove(cluster));
    expect(await ask('DELETE', '/v1/clustertemplates/in-use', { token })).toMatchObject({ status: 204 });
  });

  test('with a name that another one has is found by its uuid only (M41)', async () => {
    const token = await world.token();
    const uuid = await created(token, { name: 'twin' });
    await created(token, { name: 'twin' });
    expect(await ask('GET', '/v1/clustertemplates/twin', { token })).toMatchObject(refusal(409, 'Multiple'));
    expect(await ask('GET', `/v1/clustertemplates/${uuid}`, { token })).toMatchObject({ status: 200 });
  });

  test('is not hidden by the name of another customer’s public template (M41)', async () => {
    const token = await world.token();
    const published = (customerUuid: string) => aClusterApiTemplate({ customerUuid, isPublic: true, name: 'wanted' });
    const made = published(aUuid());
    await store.commit(store.clusterApiTemplates.insert(made));
    expect(await ask('GET', '/v1/clustertemplates/wanted', { token })).toMatchObject(refusal(404, 'wanted'));
    expect(await ask('GET', `/v1/clustertemplates/${made.uuid}`, { token })).toMatchObject({ status: 200 });
    await world.sell('members');
    const { customerUuid } = await store.offerings.get(world.clusterApiOffering.uuid);
    const provided = published(customerUuid);
    await store.commit(store.clusterApiTemplates.insert(provided));
    const found = async () =>
      withUuid.parse((await ask('GET', '/v1/clustertemplates/wanted', { token })).body).uuid.replaceAll('-', '');
    expect(await found()).toBe(provided.uuid);
    const own = (await created(token, { name: 'wanted' })).replaceAll('-', '');
    expect(await found()).toBe(own);
  });

  test('that is public is neither changed nor hidden nor deleted by a member (M41)', async () => {
    const token = await world.token();
    const uuid = await created(token);
    const before = await store.clusterApiTemplates.get(uuid.replaceAll('-', ''));
    await store.commit(store.clusterApiTemplates.replace(changed(before, world.clock.now(), { isPublic: true })));
    const patch = (path: string, value: unknown) =>
      ask('PATCH', `/v1/clustertemplates/${uuid}`, { token, body: [{ op: 'replace', path, value }] });
    expect(await patch('/labels/container_infra_prefix', 'evil.example.org/kube')).toMatchObject({ status: 403 });
    expect(await patch('/http_proxy', 'http://evil.example.org')).toMatchObject({ status: 403 });
    expect(await patch('/hidden', true)).toMatchObject({ status: 403 });
    expect(await ask('DELETE', `/v1/clustertemplates/${uuid}`, { token })).toMatchObject({ status: 403 });
  });

  test.each([
    [{ coe: 'swarm' }, 'coe: "swarm" is not'],
    [{ coe: null }, 'coe: This field is required.'],
    [{ tls_disabled: true }, 'tls_disabled: '],
    [{ server_type: 'bm' }, 'server_type: '],
    [{ apiserver_port: 8443 }, 'apiserver_port: '],
    [{ labels: { kube_tga: 'v1' } }, 'Did you mean'],
    [{ flavour_id: 'm1' }, 'flavor_id'],
  ])('with %j is refused, and nothing is stored (M22)', async (fields, title) => {
    const token = await world.token();
    const name = `refused-${Object.keys(fields)[0]}`;
    const answer = await ask('POST', '/v1/clustertemplates', { token, body: sent({ name, ...fields }) });
    expect(answer).toMatchObject(refusal(400, title));
    const { body } = await ask('GET', '/v1/clustertemplates', { token });
    expect(JSON.stringify(body)).not.toContain(name);
  });

  test('may not be public by the wish of a member, and is not left behind (M41)', async () => {
    const { token } = await world.userWith('member');
    const answer = await ask('POST', '/v1/clustertemplates', { token, body: sent({ name: 'for-all', public: true }) });
    expect(answer).toMatchObject({ status: 403 });
    expect(await ask('GET', '/v1/clustertemplates/for-all', { token })).toMatchObject({ status: 404 });
  });

  test('is no reader’s to change (M41)', async () => {
    const uuid = await created(await world.token());
    const { token } = await world.userWith('reader');
    expect(await ask('GET', `/v1/clustertemplates/${uuid}`, { token })).toMatchObject({ status: 200 });
    expect(await ask('DELETE', `/v1/clustertemplates/${uuid}`, { token })).toMatchObject({ status: 403 });
  });
});

test('services, figures and quotas are answered from their microversions on (M40)', async () => {
  const token = await world.token();
  expect(await ask('GET', '/v1/mservices', { token })).toMatchObject({ status: 200, body: { mservices: [] } });
  expect(await ask('GET', '/v1/stats', { token, version: 'container-infra 1.3' })).toMatchObject({ status: 404 });
  expect(await ask('GET', '/v1/stats', { token, version: 'container-infra 1.4' })).toMatchObject({
    ...{ status: 200, body: { clusters: 0, nodes: 0 } },
  });
  expect(await ask('GET', '/v1/quotas', { token, version: 'container-infra 1.6' })).toMatchObject({
    ...{ status: 200, body: { quotas: [] } },
  });
});
