import { expect, test } from 'vitest';
import { CLUSTER, cluster, EMPTY_LIST, EVENTS, events, UUID } from '../io/played-cluster.ts';
import { runCommand } from '../io/run-command.ts';

const PATH = `/api/rancher-clusters/${UUID}`;
const CALLS = ['hibernate', 'wake', 'rotate_certificates', 'renew_certificates', 'upgrade_cluster_api'];
const NODE_GROUPS = `${CLUSTER}node_groups/`;
const ANSWERS = {
  ...{ [CLUSTER]: [cluster('OK')], [EVENTS]: [events(1, 'Old')], [NODE_GROUPS]: [EMPTY_LIST] },
  ...Object.fromEntries(CALLS.map((call) => [`POST ${PATH}/${call}/`, [Response.json({ steps: [] })]])),
  'GET /api/cluster-api-templates/': [
    Response.json([
      { uuid: 't1', name: 'v1.33' },
      { uuid: 't2', name: 'v1.34' },
    ]),
  ],
};
const OF_CLUSTER_API = { ...ANSWERS, [NODE_GROUPS]: [Response.json([{ name: 'default-worker' }])] };
const posted = (calls: readonly string[]) => calls.filter((call) => call.startsWith('POST'));

test.each([
  ['hibernate', ANSWERS, 'hibernate/'],
  ['wake', ANSWERS, 'wake/'],
  ['rotate-certificates', ANSWERS, 'rotate_certificates/ {}'],
  ['rotate-certificates', OF_CLUSTER_API, 'renew_certificates/'],
])('%s starts it, and says so', async (command, answers, expected) => {
  const { code, calls, stderr, stdout } = await runCommand(answers, command, UUID);
  expect([code, posted(calls), stdout]).toEqual([0, [`POST ${PATH}/${expected}`], '']);
  expect(stderr).toMatch(/demo .*being/);
});

test('what is started can be waited for, with the events from then on', async () => {
  const answers = {
    ...ANSWERS,
    [CLUSTER]: [cluster('OK'), cluster('UPDATING'), cluster('OK')],
    [EVENTS]: [events(1, 'Old'), events(2, 'Old', 'Server is stopped')],
  };
  const { stderr, stdout } = await runCommand(answers, 'hibernate', UUID, '--wait');
  expect(stderr).toMatch(/^demo is being hibernated\..*\n.*Server is stopped\n0s {2}UPDATING\n$/);
  expect(stdout).toBe('Cluster demo is OK: Kubernetes v1, 0 nodes.\n');
});

const UPGRADE = `POST ${PATH}/upgrade_cluster_api/?dry_run=false`;
test.each([
  [['--template', 'v1.34'], `${UPGRADE} {"cluster_api_template":"t2"}`],
  [['--version', 'v1.34.2'], `${UPGRADE} {"kube_tag":"v1.34.2"}`],
  [['--version', 'v1.34.2', '--image', 'i'], `${UPGRADE} {"kube_tag":"v1.34.2","image_id":"i"}`],
  [['--version', 'v1.34.2', '--agents-at-once', '2'], `${UPGRADE} {"kube_tag":"v1.34.2","max_batch_size":2}`],
])('what Cluster API has made is upgraded with %j', async (args, expected) => {
  const { code, calls } = await runCommand(OF_CLUSTER_API, 'upgrade', UUID, ...args);
  expect([code, posted(calls)]).toEqual([0, [expected]]);
});

test.each<[string, object, string[], RegExp]>([
  ['no template of several', OF_CLUSTER_API, [], /^Several templates fit: v1\.33, v1\.34\.$/],
  ['a template in Rancher', ANSWERS, ['--template', 'v1.34'], /^demo is not a cluster of Cluster API/],
])('an upgrade with %s is refused with what to do', async (_, answers, args, message) => {
  const { code, lines, calls } = await runCommand({ ...answers }, 'upgrade', UUID, ...args);
  expect({ code, lines }).toEqual({ code: 2, lines: [expect.stringMatching(message), expect.any(String)] });
  expect(posted(calls)).toEqual([]);
});

test('a template has its own version', async () => {
  expect(await runCommand(ANSWERS, 'upgrade', UUID, '--template', 'x', '--version', 'v1.34.2')).toMatchObject({
    code: 2,
  });
});
