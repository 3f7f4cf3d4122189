import { describe, expect, test } from 'vitest';
import { DEFAULT_SITE_SETTINGS } from '#shared/domain/_core/site-settings';
import { refusalOf } from '#test/refusal-of';
import { ADA_KEY } from '#test/ssh-keys';
import * as newOrder from './new-order.ts';
import { viewOrderAttributes } from './order-attributes-body.ts';

const id = (digit: string): string => digit.repeat(32);
const aNode = (fields: object = {}) => ({ role: 'server', subnet: id('5'), flavor: id('f'), ...fields });
const attributes = (fields: object = {}) => ({ name: 'my-cluster', tenant: id('7'), nodes: [aNode()], ...fields });

const parseOrderAttributes = (given: unknown) => newOrder.parseOrderAttributes(given, DEFAULT_SITE_SETTINGS);
const parseNewOrder = (body: unknown) => newOrder.parseNewOrder(body, DEFAULT_SITE_SETTINGS);
const parseNewCluster = (body: unknown) => newOrder.parseNewCluster(body, DEFAULT_SITE_SETTINGS);

const errorsOf = (fields: object) => refusalOf(() => parseOrderAttributes(attributes(fields)));
const nodeErrors = (fields: object) => errorsOf({ nodes: [aNode(fields)] });
const required = ['This field is required.'];

describe('order attributes', () => {
  test('name and nodes are required (S0-252, S0-254)', () => {
    expect(refusalOf(() => parseOrderAttributes({}))).toEqual({ name: required, nodes: required });
  });

  test.each(['abc', 'a-1', 'my-cluster', '0ab', 'a--b'])('the name %j keeps the rule (R-9b-W11)', (name) => {
    expect(parseOrderAttributes(attributes({ name })).name).toBe(name);
  });

  test.each([...['ab', 'a', 'New', 'UPPER', 'new_cluster', '-abc', 'abc-', '-a-', 'a.b', 'a b']])(
    'the name %j breaks the rule (R-9b-W11)',
    (name) => {
      expect(errorsOf({ name })).toEqual({
        name: [
          "Name must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
        ],
      });
    },
  );

  test('a name has at least one character and at most 63 (R-9b-W11)', () => {
    expect(errorsOf({ name: '' })).toEqual({ name: ['This field may not be blank.'] });
    expect(parseOrderAttributes(attributes({ name: 'a'.repeat(63) })).name).toHaveLength(63);
    expect(errorsOf({ name: 'a'.repeat(64) })).toEqual({
      name: ['Ensure this field has no more than 63 characters.'],
    });
  });

  test.each(['local', 'c-abcde'])('the name %s, which Rancher keeps for itself, is refused', (name) => {
    expect(errorsOf({ name })).toEqual({
      name: ["Name must be neither 'local' nor of the form 'c-xxxxx': Rancher reserves these names"],
    });
  });

  test('description, security groups, vm_project and Longhorn are optional (S0-253, S0-258, S0-259)', () => {
    expect(parseOrderAttributes(attributes())).toMatchObject({
      description: '',
      securityGroupUuids: [],
      installLonghorn: false,
    });
    const given = {
      description: 'd',
      vm_project: id('a'),
      install_longhorn: true,
      security_groups: [{ url: id('b') }, id('c')],
    };
    expect(parseOrderAttributes(attributes(given))).toMatchObject({
      description: 'd',
      vmProjectUuid: id('a'),
      installLonghorn: true,
      securityGroupUuids: [id('b'), id('c')],
    });
  });

  test('are shown as they were ordered', () => {
    const volume = { size: 12288, mount_point: '/var/lib/etcd', filesystem: 'btrfs', volume_type: id('e') };
    const node = aNode({ system_volume_size: 65536, data_volumes: [volume], ssh_public_key: ADA_KEY });
    const given = { ...attributes({ nodes: [node] }), description: '', security_groups: [], install_longhorn: false };
    expect(JSON.parse(JSON.stringify(viewOrderAttributes(parseOrderAttributes(given), false)))).toEqual(given);
  });

  test.each([
    ['x', 'str'],
    [[], 'list'],
    [null, 'NoneType'],
  ])('that are %j are refused', (given, type) => {
    expect(refusalOf(() => parseOrderAttributes(given))).toEqual({
      attributes: [`Expected a dictionary of items but got type "${type}".`],
    });
  });
});

describe('a node', () => {
  test('has role server or agent (S0-260)', () => {
    expect(nodeErrors({ role: 'boss' })).toEqual({ nodes: [{ role: ['"boss" is not a valid choice.'] }] });
    expect(nodeErrors({ role: undefined })).toEqual({ nodes: [{ role: required }] });
  });

  test('needs a subnet (S0-265)', () => {
    expect(nodeErrors({ subnet: undefined })).toEqual({ nodes: [{ subnet: required }] });
    expect(nodeErrors({ subnet: 'mine' })).toEqual({ nodes: [{ subnet: ['Invalid hyperlink - No URL match.'] }] });
  });

  test('has an integer system volume size', () => {
    expect(nodeErrors({ system_volume_size: 'big' })).toEqual({
      nodes: [{ system_volume_size: ['A valid integer is required.'] }],
    });
  });

  test('may leave out flavor, sizes and types', () => {
    const { nodes } = parseOrderAttributes(
      attributes({ nodes: [{ role: 'agent', subnet: id('5'), cpu: 2, memory: 4096 }] }),
    );
    expect(nodes[0]).toMatchObject({ cpu: 2, memoryMb: 4096, dataVolumes: [] });
    expect(nodes[0]?.flavorUuid).toBeUndefined();
  });
});

const project = `https://p.example/api/projects/${id('a')}/`;
test.each([
  ...['a key', 'ssh-ed25519', 'ssh-ed25519 AAAA ada', 'ssh-ed25519 AAAA\nssh-rsa BBBB', 'f'.repeat(31), project],
  ...['\n', '\u0085', '\u2028', '\u2029'].map((lineBreak) => `${ADA_KEY}${lineBreak}bootcmd: [reboot]`),
])('a text that is not an SSH public key is refused, for the cluster and for a node: %j', (ssh_public_key) => {
  const invalid = ['Enter a valid SSH public key.'];
  expect(errorsOf({ ssh_public_key })).toEqual({ ssh_public_key: invalid });
  expect(nodeErrors({ ssh_public_key })).toEqual({ nodes: [{ ssh_public_key: invalid }] });
});

test.each([
  ['', {}],
  [null, {}],
  [undefined, {}],
  [ADA_KEY, { sshPublicKey: ADA_KEY }],
  [id('f'), { sshKeyUuid: id('f') }],
  ['ffffffff-ffff-ffff-ffff-ffffffffffff', { sshKeyUuid: id('f') }],
  [`https://p.example/api/keys/${id('f')}/`, { sshKeyUuid: id('f') }],
])(
  'the SSH key %j is a text, a stored key or left out, for the cluster and for a node (S0-256, S0-268)',
  (given, read) => {
    const nodes = [aNode({ ssh_public_key: given })];
    const { nodes: readNodes, ...order } = parseOrderAttributes(attributes({ nodes, ssh_public_key: given }));
    const keyOf = ({
      sshPublicKey,
      sshKeyUuid,
    }: {
      sshPublicKey?: string | undefined;
      sshKeyUuid?: string | undefined;
    } = {}) => JSON.parse(JSON.stringify({ sshPublicKey, sshKeyUuid }));
    expect(keyOf(order)).toEqual(read);
    expect(keyOf(readNodes[0])).toEqual(read);
  },
);

describe('a data volume', () => {
  test('is mounted at a path that is one word in fstab, and there are at most as many volumes as device letters', () => {
    const volume = { size: 1024, mount_point: '/data' };
    for (const mount_point of ['data', '/a b', '/$(id)', '/', '//', '//a', '/./a', '/a/..']) {
      expect(nodeErrors({ data_volumes: [{ ...volume, mount_point }] })).toEqual({
        nodes: [{ data_volumes: [{ mount_point: ['Enter a valid value.'] }] }],
      });
    }
    const twoLines = nodeErrors({ data_volumes: [{ ...volume, mount_point: '/a\n/dev/sda1 /' }] });
    expect(JSON.stringify(twoLines)).toContain('mount_point');
    expect(nodeErrors({ data_volumes: Array.from({ length: 26 }, () => volume) })).toEqual({
      nodes: [{ data_volumes: ['Ensure this field has no more than 25 elements.'] }],
    });
  });

  test('has the same mount point however it is written', () => {
    const nodes = [aNode({ data_volumes: [{ size: 1024, mount_point: '/data/' }] })];
    expect(parseOrderAttributes(attributes({ nodes })).nodes[0]?.dataVolumes).toMatchObject([{ mountPoint: '/data' }]);
  });

  test('needs size and mount point (S0-270, S0-271, R-9-58)', () => {
    expect(nodeErrors({ data_volumes: [{}] })).toEqual({
      nodes: [{ data_volumes: [{ size: required, mount_point: required }] }],
    });
  });

  test('is formatted as ext4 by default (S0-272)', () => {
    const volumes = (volume: object) =>
      parseOrderAttributes(attributes({ nodes: [aNode({ data_volumes: [volume] })] })).nodes[0]?.dataVolumes;
    const volume = { size: 1024, mount_point: '/opt' };
    expect(volumes(volume)).toMatchObject([{ filesystem: 'ext4' }]);
    expect(volumes({ ...volume, filesystem: 'btrfs' })).toMatchObject([{ filesystem: 'btrfs' }]);
  });
});

describe('an order', () => {
  const order = (fields: object = {}) => ({ offering: id('1'), project: id('2'), attributes: attributes(), ...fields });

  test('names offering and project; the plan may be left out', () => {
    expect(parseNewOrder(order())).toMatchObject({ offeringUuid: id('1'), projectUuid: id('2'), planUuid: undefined });
    expect(refusalOf(() => parseNewOrder({}))).toEqual({ offering: required, project: required });
  });

  test('accepts the URLs that the offering shows for itself and its plans', () => {
    const offering = `https://p.example/api/marketplace-public-offerings/${id('1')}/`;
    const read = parseNewOrder(order({ offering, plan: `${offering}plans/${id('3')}/` }));
    expect(read).toMatchObject({ offeringUuid: id('1'), planUuid: id('3') });
  });

  test("refuses the provider's URL of the offering", () => {
    const offering = `https://p.example/api/marketplace-provider-offerings/${id('1')}/`;
    expect(refusalOf(() => parseNewOrder(order({ offering })))).toEqual({
      offering: ['Invalid hyperlink - Incorrect URL match.'],
    });
  });

  test('has the given limits, which are whole numbers, or none', () => {
    expect(parseNewOrder(order({ limits: { cpu: '1' } })).readLimits()).toEqual({ cpu: 1 });
    expect(parseNewOrder(order({ limits: {} })).readLimits()).toEqual({});
    expect(parseNewOrder(order({ limits: null })).readLimits()).toEqual({});
    expect(refusalOf(() => parseNewOrder(order({ limits: { cpu: -1 } })))).toHaveProperty('limits.cpu');
  });

  test('reports errors of its attributes without a level of their own', () => {
    const refusal = refusalOf(() => parseNewOrder(order({ attributes: {} })).parseAttributes());
    expect(refusal).toEqual({ name: required, nodes: required });
  });
});

describe('an attribute that orders do not have', () => {
  const unknown = (name: string) => [`Unknown attribute. Did you mean "${name}"?`];

  test('is refused at its place, with the nearest known attribute', () => {
    const nodes = [aNode(), aNode({ flavour: id('f'), data_volumes: [{ size: 1, mount_point: '/a', fs: 'ext4' }] })];
    expect(errorsOf({ nodes, nmae: 'x' })).toEqual({
      nmae: unknown('name'),
      nodes: [{}, { flavour: unknown('flavor'), data_volumes: [{ fs: unknown('size') }] }],
    });
  });

  const cluster = (fields: object = {}) => ({ offering: id('1'), project: id('2'), ...attributes(), ...fields });

  test('is refused beside offering, project and plan too, but the order’s own fields are not', () => {
    const own = { plan: null, limits: {}, request_comment: 'please', start_date: null, slug: 's', callback_url: '' };
    expect(parseNewCluster(cluster({ ...own, accepting_terms_of_service: true })).parseAttributes()).toMatchObject({
      name: 'my-cluster',
    });
    expect(refusalOf(() => parseNewCluster(cluster({ install_longhorm: true })).parseAttributes())).toEqual({
      install_longhorm: unknown('install_longhorn'),
    });
  });

  test('is ignored outside the attributes', () => {
    const body = { offering: id('1'), project: id('2'), attributes: attributes(), nmae: 'x' };
    expect(parseNewOrder(body).parseAttributes().name).toBe('my-cluster');
  });
});
