import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CloudUnderTest, idIn, namesIn, rowsIn, startCloud } from '../cloud-under-test.ts';

let cloud: CloudUnderTest;
beforeAll(async () => {
  cloud = await startCloud();
});
afterAll(() => cloud.close());
beforeEach(() => cloud.renew());

const v2 = '/network/v2.0';
const refused = (status: number, type: string) => ({
  status,
  body: { NeutronError: { type, message: expect.any(String), detail: '' } },
});
const port = (more: object = {}) => ({ port: { network_id: cloud.projects.demo.network_id, ...more } });
const at = (ip_address: string) => ({ fixed_ips: [{ ip_address }] });
const makePort = async (more: object = {}) => idIn(await cloud.demo.post(`${v2}/ports`, port(more)));

describe('what Neutron refuses', () => {
  test.each([
    ['an unknown attribute', 'networks', { network: { bogus: 1 } }, 400, 'HTTPBadRequest'],
    [
      'a provider attribute from a member',
      'networks',
      { network: { 'provider:network_type': 'vlan' } },
      403,
      'PolicyNotAuthorized',
    ],
    ['an unknown network', 'ports', { port: { network_id: 'none' } }, 404, 'NetworkNotFound'],
    [
      'a second default group',
      'security-groups',
      { security_group: { name: 'default' } },
      409,
      'SecurityGroupDefaultAlreadyExists',
    ],
    [
      'a rule for an unknown group',
      'security-group-rules',
      { security_group_rule: { security_group_id: 'none', direction: 'ingress' } },
      404,
      'SecurityGroupNotFound',
    ],
  ])('%s', async (_what, path, body, status, type) => {
    expect(await cloud.demo.post(`${v2}/${path}`, body)).toMatchObject(refused(status, type));
  });

  test.each([
    ['an overlap', { cidr: '10.20.128.0/24' }, 400, 'InvalidInput'],
    ['no cidr', {}, 400, 'BadRequest'],
    [
      'a pool outside',
      { cidr: '10.9.0.0/24', allocation_pools: [{ start: '10.9.1.1', end: '10.9.1.9' }] },
      400,
      'OutOfBoundsAllocationPool',
    ],
    [
      'a gateway in the pool',
      { cidr: '10.9.0.0/24', allocation_pools: [{ start: '10.9.0.1', end: '10.9.0.9' }] },
      409,
      'GatewayConflictWithAllocationPools',
    ],
    [
      'a reversed pool',
      { cidr: '10.9.0.0/24', allocation_pools: [{ start: '10.9.0.9', end: '10.9.0.5' }] },
      400,
      'InvalidAllocationPool',
    ],
  ])('a subnet with %s', async (_what, wish, status, type) => {
    const subnet = { network_id: cloud.projects.demo.network_id, ip_version: 4, ...wish };
    expect(await cloud.demo.post(`${v2}/subnets`, { subnet })).toMatchObject(refused(status, type));
  });

  test.each([
    ['outside the subnet', '10.21.0.5', 'subnet', 400, 'InvalidIpForSubnet'],
    ['the broadcast address', '10.20.255.255', 'subnet', 400, 'InvalidIpForSubnet'],
    ['outside every subnet', '10.21.0.5', 'network', 400, 'InvalidIpForNetwork'],
    ['that is taken', '10.20.0.1', 'subnet', 409, 'IpAddressAlreadyAllocated'],
  ])('an address %s (%s, by %s)', async (_what, ip_address, by, status, type) => {
    const wanted = { ip_address, ...(by === 'subnet' && { subnet_id: cloud.projects.demo.subnet_id }) };
    expect(await cloud.demo.post(`${v2}/ports`, port({ fixed_ips: [wanted] }))).toMatchObject(refused(status, type));
  });

  test.each([
    ['a duplicate', { protocol: 'tcp', port_range_min: 22, port_range_max: 22 }, 409, 'SecurityGroupRuleExists'],
    [
      'ports the wrong way round',
      { protocol: 'tcp', port_range_min: 9, port_range_max: 8 },
      400,
      'SecurityGroupInvalidPortRange',
    ],
    ['a lowest port only', { protocol: 'tcp', port_range_min: 9 }, 400, 'SecurityGroupInvalidPortRange'],
    [
      'two remotes',
      { remote_ip_prefix: '10.0.0.0/8', remote_group_id: 'self' },
      400,
      'SecurityGroupMultipleRemoteEntites',
    ],
    ['an unknown protocol', { protocol: 'carrier-pigeon' }, 400, 'SecurityGroupRuleInvalidProtocol'],
  ])('a rule that is %s', async (_what, wish, status, type) => {
    const security_group_id = cloud.projects.demo.security_group_id;
    const rule = (more: object) => ({ security_group_rule: { security_group_id, direction: 'ingress', ...more } });
    await cloud.demo.post(
      `${v2}/security-group-rules`,
      rule({ protocol: 'tcp', port_range_min: 22, port_range_max: 22 }),
    );
    const given = 'remote_group_id' in wish ? { ...wish, remote_group_id: security_group_id } : wish;
    expect(await cloud.demo.post(`${v2}/security-group-rules`, rule(given))).toMatchObject(refused(status, type));
  });

  test.each([
    ['a network with ports', () => `networks/${cloud.projects.demo.network_id}`, 'NetworkInUse'],
    ['a subnet with addresses given out', () => `subnets/${cloud.projects.demo.subnet_id}`, 'SubnetInUse'],
    [
      'a group on a port',
      () => `security-groups/${cloud.projects.demo.security_group_id}`,
      'SecurityGroupCannotRemoveDefault',
    ],
    ['a router with an interface', () => `routers/${cloud.projects.demo.router_id}`, 'RouterInUse'],
  ])('deleting %s', async (_what, path, type) => {
    expect(await cloud.demo.delete(`${v2}/${path()}`)).toMatchObject(refused(409, type));
  });

  test('deleting a used group, and a port of a router', async () => {
    const group = idIn(await cloud.demo.post(`${v2}/security-groups`, { security_group: { name: 'nodes' } }));
    await makePort({ security_groups: [group] });
    expect(await cloud.demo.delete(`${v2}/security-groups/${group}`)).toMatchObject(refused(409, 'SecurityGroupInUse'));
    const [own] = rowsIn(await cloud.demo.get(`${v2}/ports?device_owner=network:router_interface`));
    expect(await cloud.demo.delete(`${v2}/ports/${own?.id}`)).toMatchObject(refused(409, 'ServicePortInUse'));
  });

  test('more than the quota, with the resource named', async () => {
    await cloud.admin.put(`${v2}/quotas/${cloud.projects.demo.id}`, { quota: { network: 1 } });
    const answer = await cloud.demo.post(`${v2}/networks`, { network: {} });
    expect(answer).toMatchObject({
      status: 409,
      body: { NeutronError: { type: 'OverQuota', message: "Quota exceeded for resources: ['network']." } },
    });
    const details = await cloud.demo.get(`${v2}/quotas/${cloud.projects.demo.id}/details.json`);
    expect(details.body).toMatchObject({ quota: { network: { limit: 1, used: 1, reserved: 0 } } });
    expect((await cloud.admin.delete(`${v2}/quotas/${cloud.projects.demo.id}`)).status).toBe(204);
    expect((await cloud.demo.post(`${v2}/networks`, { network: {} })).status).toBe(201);
  });
});

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
    expect(links).toMatchObject([{ rel: 'next' }]);
    const second = await cloud.demo.get(String(links[0].href).slice(cloud.url.length));
    expect([...namesIn(first), ...namesIn(second)].sort()).toEqual(['a', 'b', 'c']);
    expect((await cloud.demo.get(`${v2}/ports?marker=none`)).status).toBe(404);
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

describe('routers and floating IPs', () => {
  const setInterface = (verb: string) =>
    cloud.demo.put(`${v2}/routers/${cloud.projects.demo.router_id}/${verb}_router_interface`, {
      subnet_id: cloud.projects.demo.subnet_id,
    });

  test('a router joins a subnet once and leaves it once', async () => {
    expect(await setInterface('add')).toMatchObject(refused(400, 'BadRequest'));
    expect(await setInterface('remove')).toMatchObject({
      status: 200,
      body: { subnet_id: cloud.projects.demo.subnet_id },
    });
    expect(await setInterface('remove')).toMatchObject(refused(404, 'RouterInterfaceNotFoundForSubnet'));
    expect((await setInterface('add')).status).toBe(200);
  });

  test('a floating IP holds the way out open and outlives its port', async () => {
    const port_id = await makePort();
    const floatingip = { floating_network_id: cloud.external_network_id, port_id };
    const made = await cloud.demo.post(`${v2}/floatingips`, { floatingip });
    expect(made).toMatchObject({ status: 201, body: { floatingip: { router_id: cloud.projects.demo.router_id } } });
    expect(await cloud.demo.post(`${v2}/floatingips`, { floatingip })).toMatchObject(
      refused(409, 'FloatingIPPortAlreadyAssociated'),
    );
    expect(await setInterface('remove')).toMatchObject(refused(409, 'RouterInterfaceInUseByFloatingIP'));
    const noGateway = { router: { external_gateway_info: {} } };
    expect((await cloud.demo.put(`${v2}/routers/${cloud.projects.demo.router_id}`, noGateway)).status).toBe(409);
    await cloud.demo.delete(`${v2}/ports/${port_id}`);
    expect((await cloud.demo.get(`${v2}/floatingips/${idIn(made)}`)).body).toMatchObject({
      floatingip: { port_id: null },
    });
  });

  test('a floating IP wants an external network and a router in between', async () => {
    const inside = { floatingip: { floating_network_id: cloud.projects.demo.network_id } };
    expect(await cloud.demo.post(`${v2}/floatingips`, inside)).toMatchObject(refused(400, 'BadRequest'));
    await setInterface('remove');
    const before = await cloud.state();
    const floatingip = { floating_network_id: cloud.external_network_id, port_id: await makePort() };
    expect(await cloud.demo.post(`${v2}/floatingips`, { floatingip })).toMatchObject(
      refused(404, 'ExternalGatewayForFloatingIPNotFound'),
    );
    await cloud.demo.delete(`${v2}/ports/${floatingip.port_id}`);
    expect(await cloud.state()).toEqual(before);
  });
});

describe('networks and groups', () => {
  test('a network without ports takes its subnets along, and everything made and deleted leaves the state as it was', async () => {
    const before = await cloud.state();
    const network_id = idIn(await cloud.demo.post(`${v2}/networks`, { network: { name: 'n' } }));
    const subnet = await cloud.demo.post(`${v2}/subnets`, {
      subnet: { network_id, ip_version: 4, cidr: '10.20.0.0/24' },
    });
    expect(subnet.body).toMatchObject({
      subnet: { gateway_ip: '10.20.0.1', allocation_pools: [{ start: '10.20.0.2', end: '10.20.0.254' }] },
    });
    const router = idIn(
      await cloud.demo.post(`${v2}/routers`, {
        router: { external_gateway_info: { network_id: cloud.external_network_id } },
      }),
    );
    await cloud.demo.put(`${v2}/routers/${router}/add_router_interface`, { subnet_id: idIn(subnet) });
    await cloud.demo.put(`${v2}/routers/${router}/remove_router_interface`, { subnet_id: idIn(subnet) });
    expect((await cloud.demo.delete(`${v2}/routers/${router}`)).status).toBe(204);
    expect((await cloud.demo.delete(`${v2}/networks/${network_id}`)).status).toBe(204);
    expect(await cloud.state()).toEqual(before);
  });

  test('the cidr of a subnet never changes, its pool may', async () => {
    const subnet = `${v2}/subnets/${cloud.projects.demo.subnet_id}`;
    expect((await cloud.demo.put(subnet, { subnet: { cidr: '10.20.0.0/24' } })).status).toBe(400);
    const allocation_pools = [{ start: '10.20.5.1', end: '10.20.5.9' }];
    expect((await cloud.demo.put(subnet, { subnet: { allocation_pools } })).body).toMatchObject({
      subnet: { allocation_pools },
    });
  });

  test('the default group has four rules, two of them from itself; a new one has two', async () => {
    const { security_group_id: id } = cloud.projects.demo;
    const rules = rowsIn(await cloud.demo.get(`${v2}/security-group-rules?security_group_id=${id}`));
    expect(rules.map(({ direction, remote_group_id }) => [direction, remote_group_id === id]).sort()).toEqual([
      ['egress', false],
      ['egress', false],
      ['ingress', true],
      ['ingress', true],
    ]);
    const made = await cloud.demo.post(`${v2}/security-groups`, { security_group: { name: 'nodes' } });
    expect(Object(made.body).security_group.security_group_rules).toMatchObject([
      { direction: 'egress' },
      { direction: 'egress' },
    ]);
  });
});
