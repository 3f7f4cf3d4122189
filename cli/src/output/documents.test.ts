import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { CLUSTER, cluster, EMPTY_LIST, EVENTS, events, NO_PARTS, node, UUID } from '../io/played-cluster.ts';
import { runCommand } from '../io/run-command.ts';

const UPGRADE = `POST /api/rancher-clusters/${UUID}/upgrade/`;
const PLAN = { from_version: 'v1', to_version: 'v2', nodes: [], warnings: [] };
const ANSWERS = {
  ...NO_PARTS,
  ...{ [CLUSTER]: [cluster('OK', node('a', 'OK'), node('b', 'OK'))], [EVENTS]: [EMPTY_LIST] },
  [UPGRADE]: [Response.json(PLAN)],
};

test.each([
  ['an upgrade that has started', ['upgrade', UUID, '--version', 'v2'], PLAN],
  ['an upgrade that is done', ['upgrade', UUID, '--version', 'v2', '--wait'], { name: 'demo', state: 'OK' }],
  [
    'a plan of fewer nodes',
    ['scale', UUID, '--agents', '1', '--plan'],
    [{ name: 'agents', from: 2, to: 1, steps: [{ kind: 'delete', count: 1, machines: ['b'] }] }],
  ],
  [
    'a plan of more nodes',
    ['scale', UUID, '--agents', '3', '--plan'],
    [{ name: 'agents', from: 2, to: 3, steps: [{ kind: 'create', count: 1, machines: [], like: 'b' }] }],
  ],
  ['a plan without a change', ['scale', UUID, '--agents', '2', '--plan'], []],
])('%s is a document for programs', async (_, args, expected) => {
  const [json, yaml] = [
    await runCommand(ANSWERS, ...args, '-o', 'json'),
    await runCommand(ANSWERS, ...args, '-o', 'yaml'),
  ];
  expect(JSON.parse(json.stdout)).toMatchObject(expected);
  expect(parse(yaml.stdout)).toEqual(JSON.parse(json.stdout));
});

test('a plan is lines for people', async () => {
  expect((await runCommand(ANSWERS, 'scale', UUID, '--agents', '4', '--plan')).stdout).toBe(
    'agents: 2 to 4\n  create 2 like b\n',
  );
});

test('a cluster that is scaled is a document for programs', async () => {
  const answers = {
    ...ANSWERS,
    [`${CLUSTER}pools/`]: [Response.json([{ uuid: 'p', name: 'p', quantity: 1, roles: ['worker'] }])],
    [`POST /api/rancher-clusters/${UUID}/pools/p/scale/`]: [Response.json({ steps: [] })],
  };
  const { stdout } = await runCommand(answers, ...['scale', UUID, '--pool', 'p=2', '--wait', '-o', 'json']);
  expect(JSON.parse(stdout)).toMatchObject({ name: 'demo', state: 'OK' });
});

test('events that are followed are one document each', async () => {
  const gone = Response.json({ detail: 'Not found.' }, { status: 404 });
  const answers = {
    [CLUSTER]: [cluster('OK'), cluster('OK'), gone],
    [EVENTS]: [events(2, 'One', 'Two'), gone],
  };
  const shown = async (format: string) => (await runCommand(answers, 'events', UUID, '--follow', '-o', format)).stdout;
  const expected = [{ message: 'One' }, { message: 'Two' }];
  const lines = (await shown('json')).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(expected);
  const documents = parseAllDocuments(await shown('yaml'));
  expect(documents.map((document) => document.toJS())).toMatchObject(expected);
  expect(await shown('name')).toBe('One\nTwo\n');
});
