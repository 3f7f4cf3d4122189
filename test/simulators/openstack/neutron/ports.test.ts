import { describe, expect, test } from 'vitest';
import { cloudPerFile } from '../cloud-per-file.ts';
import { idIn, namesIn, rowsIn } from '../cloud-under-test.ts';
import { neutronUnderTest, refused, v2 } from './neutron-under-test.ts';

const cloud = await cloudPerFile();
const { makePort, port } = neutronUnderTest(cloud);
const at = (ip_address: string) => ({ fixed_ips: [{ ip_address }] });

describe('ports', () => {
  test('start DOWN, unowned, with the default group and an address of the pool', async () => {
    const { body } = await cloud.demo.post(`${v2}/ports`, port({ name: 'n1' }));
    expect(body).toMatchObject({
      port: {
        ...{
          status: 'DOWN',
          device_id: '',
          device_owner: '',
          security_groups: [cloud.projects.demo.security_group_id],
        },
        mac_address: expect.stringMatching(/^fa:16:3e(:[0-9a-f]{2}){3}$/),
        fixed_ips: [{ subnet_id: cloud.projects.demo.subnet_id, ip_address: expect.stringMatching(/^10\.20\./) }],
      },
    });
    expect(body).not.toHaveProperty('port.binding:host_id');
  });

  test('may have an address outside the pool', async () => {
    const network_id = idIn(await cloud.demo.post(`${v2}/networks`, { network: { name: 'small' } }));
    const allocation_pools = [{ start: '10.9.0.20', end: '10.9.0.21' }];
    await cloud.demo.post(`${v2}/subnets`, {
      subnet: { network_id, ip_version: 4, cidr: '10.9.0.0/24', allocation_pools },
    });
    const make = (more: object = {}) => cloud.demo.post(`${v2}/ports`, { port: { network_id, ...more } });
    expect((await make(at('10.9.0.10'))).status).toBe(201);
    expect([(await make()).status, (await make()).status]).toEqual([201, 201]);
    expect(await make()).toMatchObject(refused(409, 'IpAddressGenerationFailure'));
  });

  test('of five that race for one address one gets it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => cloud.demo.post(`${v2}/ports`, port(at('10.20.7.7')))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  test('made in bulk are all made or none', async () => {
    const before = await cloud.state();
    const [one, two] = [port(at('10.20.7.7')).port, port(at('10.20.0.1')).port];
    expect((await cloud.demo.post(`${v2}/ports`, { ports: [one, two] })).status).toBe(409);
    expect(await cloud.state()).toEqual(before);
    expect(rowsIn(await cloud.demo.post(`${v2}/ports`, { ports: [one] }))).toHaveLength(1);
  });

  test('are found by name, device, network, address and project', async () => {
    const id = await makePort({ name: 'n1', device_id: 'd1', ...at('10.20.7.7') });
    await makePort({ name: 'n2' });
    const { network_id } = cloud.projects.demo;
    for (const query of [
      'name=n1',
      'device_id=d1',
      `network_id=${network_id}&name=n1`,
      'fixed_ips=ip_address%3D10.20.7.7',
      `id=${id}`,
    ]) {
      expect(namesIn(await cloud.demo.get(`${v2}/ports?${query}`)), query).toEqual(['n1']);
    }
    expect(namesIn(await cloud.demo.get(`${v2}/ports?name=n1&name=n2`)).sort()).toEqual(['n1', 'n2']);
    expect(rowsIn(await cloud.demo.get(`${v2}/ports?name=n1&fields=id`))).toEqual([{ id }]);
    expect(rowsIn(await cloud.other.get(`${v2}/ports?name=n1`))).toEqual([]);
  });

  test('come in pages with a link to the next', async () => {
    for (const name of ['a', 'b', 'c']) await makePort({ name, device_id: 'd' });
    const first = await cloud.demo.get(`${v2}/ports?device_id=d&limit=2`);
    const { ports_links: links } = Object(first.body);
    expect(links).toMatchObject([{ rel: 'next' }, { rel: 'previous' }]);
    const second = await cloud.demo.get(String(links[0].href).slice(cloud.url.length));
    expect([...namesIn(first), ...namesIn(second)].sort()).toEqual(['a', 'b', 'c']);
    expect((await cloud.demo.get(`${v2}/ports?marker=none&limit=1`)).status).toBe(404);
  });
});

describe('tags', () => {
  test('in a create request are ignored without a word', async () => {
    const answer = await cloud.demo.post(`${v2}/ports`, port({ tags: ['mine'] }));
    expect(answer).toMatchObject({ status: 201, body: { port: { tags: [] } } });
  });

  test('are set, asked for and taken away', async () => {
    const tags = `${v2}/ports/${await makePort()}/tags`;
    expect((await cloud.demo.put(`${tags}/a`)).status).toBe(201);
    expect((await cloud.demo.put(`${tags}/a`)).status).toBe(201);
    expect((await cloud.demo.get(`${tags}/a`)).status).toBe(204);
    expect(await cloud.demo.put(tags, { tags: ['b', 'c'] })).toMatchObject({ status: 200, body: { tags: ['b', 'c'] } });
    expect(await cloud.demo.delete(`${tags}/a`)).toMatchObject(refused(404, 'TagNotFound'));
    expect((await cloud.demo.delete(`${tags}/b`)).status).toBe(204);
    expect((await cloud.demo.get(tags)).body).toEqual({ tags: ['c'] });
  });

  test.each([
    ['tags=x,y', ['both']],
    ['tags-any=x,y', ['both', 'one']],
    ['not-tags=x,y', ['none', 'one']],
    ['not-tags-any=x,y', ['none']],
  ])('filter by %s', async (query, names) => {
    for (const [name, tags] of Object.entries({ both: ['x', 'y'], one: ['x'], none: [] })) {
      await cloud.demo.put(`${v2}/ports/${await makePort({ name, device_id: 'd' })}/tags`, { tags });
    }
    expect(namesIn(await cloud.demo.get(`${v2}/ports?device_id=d&${query}`)).sort()).toEqual(names);
  });
});
