import { beforeEach, describe, expect, test } from 'vitest';
import { deleteCluster } from '#shared/app/cluster-api/steps/delete-cluster';
import { watchClusterApi } from '#shared/app/cluster-api/steps/watch-cluster-api';
import { appliedCluster, clusterApiWorldPerFile } from '../_worlds/cluster-api-world.ts';
import { type Begun, clusterOf, DEADLINE_MS, EVENTUALLY } from '../_worlds/step-world.ts';
import { leaving } from '../clusters/deletion.ts';

const world = await clusterApiWorldPerFile();
const { deps, management, answers } = world;
const SLOW = 10;
const QUICK = 0.01;
beforeEach(() => management.clearFaults());

const tokenOf = ({ target }: Begun) => `token-${target.operationUuid}`;
const poll = (begun: Begun, { waitedMs = 0, by = deps } = {}) => {
  world.clock.advance(1);
  return watchClusterApi.call(by, { ...begun.target, taskToken: tokenOf(begun), waitedMs, deadlineMs: DEADLINE_MS });
};
const answerTo = (begun: Begun) => answers.find(({ taskToken }) => taskToken === tokenOf(begun));

async function clusters(count: number): Promise<Begun[]> {
  const made: Begun[] = [];
  for (let at = 0; at < count; at += 1) made.push(await appliedCluster(world));
  return made;
}

/** The number of requests to the management cluster while each cluster is polled once. */
async function requestsOfPolls(all: readonly Begun[]): Promise<number> {
  const before = await management.countOf('GET', '');
  for (const one of all) await poll(one);
  return (await management.countOf('GET', '')) - before;
}

describe('looks at clusters of Cluster API', () => {
  test('are one list for each kind and interval, however many clusters wait (S3-027, M34)', async () => {
    await management.setDelays({ pace: SLOW });
    const [first, ...others] = await clusters(10);
    if (!first) throw new Error('no cluster');
    expect(await requestsOfPolls([first])).toBe(0);
    await requestsOfPolls([first]); // these polls also read the list of served kinds
    const ofOne = await requestsOfPolls([first]);
    expect(ofOne).toBe(6);
    await requestsOfPolls([first, ...others]);
    for (const _interval of ['first', 'second']) {
      expect(await requestsOfPolls([first, ...others])).toBe(ofOne);
    }
    expect((await clusterOf(world, others[8] ?? first)).currentStep).not.toBe('Cluster API creates the machines');
  }, 90_000);

  test('are made by the next operation when the one that looked is over', async () => {
    await management.setDelays({ pace: SLOW });
    const [first, second] = await clusters(2);
    if (!first || !second) throw new Error('no cluster');
    await requestsOfPolls([first, second]);
    expect(await requestsOfPolls([first, second])).toBe(6);
    expect(await requestsOfPolls([second])).toBe(6);
    expect(await requestsOfPolls([second])).toBe(6);
  });

  test('of one operation end the waits of all others, also of deletions (S3-024, S3-027)', async () => {
    await management.setDelays({ pace: QUICK });
    const [first, second, third] = await clusters(3);
    if (!first || !second || !third) throw new Error('no cluster');
    const left = await leaving(world, third);
    await deleteCluster.call(deps, left.target);
    await requestsOfPolls([first, second, left]);
    const answered = async () => {
      await poll(first);
      return [second, left].map((one) => answerTo(one)?.output);
    };
    await expect.poll(answered, EVENTUALLY).toEqual([{ ready: true }, { ready: true }]);
  });

  test('that get no answer fail the polls of all operations, so that each of them retries (M35)', async () => {
    await management.setDelays({ pace: SLOW });
    const [first, second] = await clusters(2);
    if (!first || !second) throw new Error('no cluster');
    await requestsOfPolls([first, second]);
    await management.plan({ path: '.*', kind: 'refuse' });
    await expect(poll(first)).rejects.toMatchObject({ name: 'BackendUnavailable' });
    await management.clearFaults();
    await expect(poll(second)).rejects.toMatchObject({ name: 'BackendUnavailable' });
    await expect(poll(second)).resolves.toEqual({});
    await expect(poll(first)).resolves.toEqual({});
  });

  test('that cannot resume a state machine leave it the answer for its next poll, which asks nothing (S3-027)', async () => {
    await management.setDelays({ pace: QUICK });
    const [first, second] = await clusters(2);
    if (!first || !second) throw new Error('no cluster');
    await requestsOfPolls([first, second]);
    const asleep = { ...deps.wakeups, succeed: async () => false };
    const triedWaits = async () => {
      await poll(first, { by: { ...deps, wakeups: asleep } });
      const { settingsUuid, uuid: clusterUuid } = second.cluster;
      return deps.store.waits.listByCluster({ settingsUuid, clusterUuid });
    };
    await expect.poll(triedWaits, EVENTUALLY).toMatchObject([{ answer: { ready: true } }]);
    expect(answerTo(second)).toBeUndefined();
    const before = await management.countOf('GET', '');
    await poll(second, { waitedMs: 2000 });
    expect(answerTo(second)).toMatchObject({ output: { ready: true } });
    expect(await management.countOf('GET', '')).toBe(before);
  });

  test('leave no answer for a later wait of the same operation', async () => {
    await management.setDelays({ pace: SLOW });
    const [first, second] = await clusters(2);
    if (!first || !second) throw new Error('no cluster');
    await requestsOfPolls([first]);
    await poll(second, { waitedMs: 2000 });
    const { settingsUuid, uuid: clusterUuid } = second.cluster;
    const [wait] = await deps.store.waits.listByCluster({ settingsUuid, clusterUuid });
    if (!wait) throw new Error('no wait');
    await deps.store.waits.putBack({ ...wait, answer: { ready: true } });
    await poll(second, { waitedMs: 10 });
    expect(answerTo(second)).toBeUndefined();
  });

  test('end a deletion at its deadline, so that the sweeps name what is left (M25)', async () => {
    await management.setDelays({ pace: SLOW });
    const left = await leaving(world, await appliedCluster(world));
    await poll(left);
    await poll(left, { waitedMs: DEADLINE_MS });
    expect(answerTo(left)).toMatchObject({ output: { ready: false, overdue: true } });
  });

  test('of others need not come: long after its deadline, each operation looks itself (M35)', async () => {
    await management.setDelays({ pace: SLOW });
    const [first, second] = await clusters(2);
    if (!first || !second) throw new Error('no cluster');
    await requestsOfPolls([first, second]);
    const { settingsUuid } = first.cluster;
    // Simulates a function that died while it read the management cluster.
    const lookedAt = new Date(world.clock.now().getTime() + 60_000).toISOString();
    const last = await deps.store.looks.find(settingsUuid);
    await deps.store.looks.begin({ settingsUuid, lookedAt }, last);
    await poll(second, { waitedMs: DEADLINE_MS });
    expect(answerTo(second)).toBeUndefined();
    await poll(second, { waitedMs: DEADLINE_MS + 60_000 });
    expect(answerTo(second)).toMatchObject({ error: expect.stringMatching(/^(BootstrapTimeout|OperationStalled)$/) });
  });
});
