import { expect, test } from 'vitest';
import {
  BUSY,
  CLUSTER,
  cluster,
  clusterBody,
  EMPTY_LIST,
  EVENTS,
  events,
  NO_PARTS,
  node,
  ORDER,
  order,
  UUID,
} from '../io/played-cluster.ts';
import { runCommand } from '../io/run-command.ts';

test('a cluster is waited for through failures, and each event is shown once', async () => {
  const ended = await runCommand(
    {
      [CLUSTER]: [cluster('CREATING'), cluster('CREATING'), BUSY, cluster('OK')],
      [EVENTS]: [events(1, 'One'), events(2, 'One', 'Two')],
      [ORDER]: [order('executing'), order('executing'), order('done')],
    },
    ...['wait', UUID],
  );
  expect(ended).toMatchObject({ code: 0, stdout: 'Cluster demo is OK: Kubernetes v1, 0 nodes.\n' });
  expect(ended.stderr).toMatch(/^.*One\n0s {2}CREATING\n.*Two\n$/);
});

test('nodes are waited for through failures, too', async () => {
  const before = [node('a', 'OK'), node('b', 'OK')];
  const ended = await runCommand(
    {
      ...NO_PARTS,
      [CLUSTER]: [
        cluster('OK', ...before),
        cluster('OK', node('a', 'OK'), node('b', 'DELETING')),
        BUSY,
        cluster('OK', node('a', 'OK')),
      ],
      [EVENTS]: [events(2, 'Old'), events(2, 'Old', 'Older'), events(3, 'Old', 'Older', 'New')],
      'DELETE /api/rancher-nodes/b/': [Response.json({})],
    },
    ...['scale', UUID, '--agents', '1', '--yes', '--wait'],
  );
  expect(ended).toMatchObject({ code: 0 });
  expect(ended.stderr).toMatch(/^agents of demo: 2 to 1\.\n0s {2}1 node to go\n.*New\ndemo is scaled\.\n$/);
  expect(ended.calls).toContain(`${EVENTS}?page_size=1`);
});

test('the events of one change are not shown again for the next one', async () => {
  const pool = (name: string, role: string) => ({ uuid: name, name, quantity: 1, roles: [role] });
  const scaled = (name: string) => `POST /api/rancher-clusters/${UUID}/pools/${name}/scale/`;
  const ended = await runCommand(
    {
      ...NO_PARTS,
      [`${CLUSTER}pools/`]: [Response.json([pool('a', 'worker'), pool('b', 'worker')])],
      [CLUSTER]: [cluster('OK')],
      [EVENTS]: [events(0), events(1, 'First'), events(2, 'First', 'Second')],
      ...{ [scaled('a')]: [Response.json({ steps: [] })], [scaled('b')]: [Response.json({ steps: [] })] },
    },
    ...['scale', UUID, '--pool', 'a=2', '--pool', 'b=2', '--wait'],
  );
  expect(ended.stderr).toMatch(/^a of demo: 1 to 2\.\n.*First\nb of demo: 1 to 2\.\n.*Second\ndemo is scaled\.\n$/);
});

test('events are followed through failures until the cluster is deleted', async () => {
  const gone = Response.json({ detail: 'Not found.' }, { status: 404 });
  const ended = await runCommand(
    {
      [CLUSTER]: [cluster('OK'), cluster('OK'), BUSY, cluster('OK'), gone],
      [EVENTS]: [events(1, 'One'), events(2, 'One', 'Two'), gone],
    },
    ...['events', UUID, '--follow'],
  );
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(ended.stdout).toBe('2026-11-27T12:00:00Z  info  -  One\n2026-11-27T12:00:00Z  info  -  Two\n');
});

test.each([
  ['erred', 'run `paddock order retry demo`'],
  ['done', 'start the same change again, which continues it'],
])(
  'a cluster that has failed, with an order that is %s, is described and waited for with what to do',
  async (state, again) => {
    const last_error = { code: 'X', message: 'No room.', step: 's', at: 'now', retryable: true, owner: 'user' };
    const failed = Response.json({ ...clusterBody('ERRED'), last_error });
    const answers = {
      ...NO_PARTS,
      ...{ [CLUSTER]: [failed], [EVENTS]: [EMPTY_LIST], [ORDER]: [order(state, last_error)] },
    };
    const nextStep = `You can correct this yourself; then ${again}.`;
    expect((await runCommand(answers, 'describe', UUID)).stdout).toContain(`No room. (X)\n${nextStep}\n`);
    expect(await runCommand(answers, 'wait', UUID)).toMatchObject({ code: 6, lines: [expect.any(String), nextStep] });
  },
);

test('events beyond the first page are read', async () => {
  const full = events(201, ...Array.from({ length: 200 }, () => 'x'));
  const answers = { [CLUSTER]: [cluster('OK')], [EVENTS]: [full, events(201, 'last')] };
  const { stdout } = await runCommand(answers, 'events', UUID, '-o', 'name');
  expect(stdout).toMatch(/^(x\n){200}last\n$/);
});
