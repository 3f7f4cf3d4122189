import { expect, test } from 'vitest';
import { cloudPerFile } from '../cloud-per-file.ts';
import { idIn, namesIn, startCloud } from '../cloud-under-test.ts';

const cloud = await cloudPerFile();
const lbaas = '/load-balancer/v2/lbaas';
const { subnet_id, network_id } = cloud.projects.demo;

const make = (name: string, more: object = {}) =>
  cloud.demo.post(`${lbaas}/loadbalancers`, { loadbalancer: { name, vip_subnet_id: subnet_id, ...more } });
const statusOf = async (id: string) => (await cloud.demo.get(`${lbaas}/loadbalancers/${id}`)).body;

test('a load balancer is made in the background, and has a port for its address', async () => {
  const made = await make('lb', { description: 'Mine', tags: ['a'], provider: 'amphorav2' });
  expect(made).toMatchObject({ status: 201, body: { loadbalancer: { provisioning_status: 'PENDING_CREATE' } } });
  const id = idIn(made);
  cloud.advance(2_000);
  expect(await statusOf(id)).toMatchObject({
    loadbalancer: { provisioning_status: 'ACTIVE', operating_status: 'ONLINE', description: 'Mine', tags: ['a'] },
  });
  const ports = await cloud.demo.get(`/network/v2.0/ports?device_id=lb-${id}`);
  expect(ports.body).toMatchObject({ ports: [{ device_owner: 'Octavia', name: `octavia-lb-${id}`, network_id }] });
});

test('one change at a time: meanwhile all others are refused, the deletion too', async () => {
  const id = idIn(await make('lb'));
  const listener = { name: 'l', protocol: 'TCP', protocol_port: 6443, loadbalancer_id: id };
  const refused = await cloud.demo.post(`${lbaas}/listeners`, { listener });
  expect(refused).toMatchObject({
    status: 409,
    body: { faultcode: 'Client', faultstring: `Load Balancer ${id} is immutable and cannot be updated.` },
  });
  expect((await cloud.demo.delete(`${lbaas}/loadbalancers/${id}`)).status).toBe(409);
});

test('listener, pool, monitor and member are parts of it, and go with it if the deletion cascades', async () => {
  const id = idIn(await make('lb'));
  const put = async (path: string, body: object) => {
    cloud.advance(2_000);
    return idIn(await cloud.demo.post(`${lbaas}/${path}`, body));
  };
  const listener = await put('listeners', {
    listener: { name: 'l', protocol: 'TCP', protocol_port: 6443, loadbalancer_id: id },
  });
  const pool = await put('pools', {
    pool: { name: 'p', protocol: 'TCP', lb_algorithm: 'ROUND_ROBIN', listener_id: listener },
  });
  await put('healthmonitors', {
    healthmonitor: { name: 'm', pool_id: pool, type: 'TCP', delay: 10, timeout: 5, max_retries: 5 },
  });
  const member = { name: 'one', address: '10.20.0.9', protocol_port: 6443, subnet_id };
  await put(`pools/${pool}/members`, { member });
  expect(namesIn(await cloud.demo.get(`${lbaas}/pools/${pool}/members`))).toEqual(['one']);
  expect((await cloud.demo.get(`${lbaas}/listeners/${listener}`)).body).toMatchObject({
    listener: { default_pool_id: pool, loadbalancers: [{ id }] },
  });
  cloud.advance(2_000);
  const path = `${lbaas}/loadbalancers/${id}`;
  expect((await cloud.demo.delete(path)).status).toBe(400);
  expect((await cloud.demo.delete(`${path}?cascade=true`)).status).toBe(204);
  expect(await statusOf(id)).toMatchObject({ loadbalancer: { provisioning_status: 'PENDING_DELETE' } });
  cloud.advance(2_000);
  expect((await cloud.demo.get(path)).status).toBe(404);
  expect(await cloud.state()).toMatchObject({ load_balancers: [], load_balancer_parts: [] });
  expect((await cloud.demo.get(`/network/v2.0/ports?device_id=lb-${id}`)).body).toEqual({ ports: [] });
});

test('its port holds the subnet', async () => {
  const { body } = await cloud.demo.post('/network/v2.0/networks', { network: { name: 'n' } });
  const network = idIn({ status: 201, headers: new Headers(), body });
  const subnet = idIn(
    await cloud.demo.post('/network/v2.0/subnets', {
      subnet: { network_id: network, ip_version: 4, cidr: '10.9.0.0/24' },
    }),
  );
  await make('lb', { vip_subnet_id: subnet });
  expect((await cloud.demo.delete(`/network/v2.0/subnets/${subnet}`)).status).toBe(409);
});

test('names and tags select, other projects see nothing, and a wrong filter is refused', async () => {
  await make('one', { tags: ['x'] });
  await make('two');
  const list = (query: string) => cloud.demo.get(`${lbaas}/loadbalancers?${query}`);
  expect(namesIn(await list('name=one'))).toEqual(['one']);
  expect(namesIn(await list('tags=x'))).toEqual(['one']);
  expect(namesIn(await list('limit=1'))).toEqual(['one']);
  expect((await list('colour=red')).status).toBe(400);
  expect(namesIn(await cloud.other.get(`${lbaas}/loadbalancers`))).toEqual([]);
});

test('a full quota is refused in Octavia’s words', async () => {
  const path = `${lbaas}/quotas/${cloud.projects.demo.id}`;
  expect((await cloud.demo.put(path, { quota: { load_balancer: 0 } })).status).toBe(403);
  await cloud.admin.put(path, { quota: { load_balancer: 0 } });
  expect(await make('lb')).toMatchObject({
    status: 403,
    body: { faultstring: 'Quota has been met for resources: Load Balancer' },
  });
});

test('a cloud without Octavia names none in its catalogue', async () => {
  const without = await startCloud(['--without-octavia']);
  const { body } = await without.demo.get('/identity/v3/auth/catalog');
  expect(JSON.stringify(body)).not.toContain('load-balancer');
  expect((await without.demo.get(`${lbaas}/loadbalancers`)).status).toBe(404);
  await without.close();
});
