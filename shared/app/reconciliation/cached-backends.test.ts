import { describe, expect, test } from 'vitest';
import { BackendContractBroken, BackendThrottled, BackendUnauthorized, BackendUnavailable } from '#shared/errors';
import type { Rancher } from '#shared/ports/rancher';
import { aUuid, someRancherSettings } from '#test/builders/builders';
import { type BackendDeps, cachedBackends } from './cached-backends.ts';

const settings = someRancherSettings();
const aCluster = (backendId: string) => ({
  ...{ uuid: aUuid(), settingsUuid: settings.uuid, backendId, name: 'prod', provisioningName: undefined },
});
const [first, second] = [aCluster('c-m-1'), aCluster('c-m-2')];

/** A Rancher in which one call fails for the first cluster. `asked` lists the received calls. */
function failing(call: 'listJoined' | 'findCluster' | 'listClusters', error: Error, areMany = false) {
  const asked: string[] = [];
  const answer = async <T>(name: string, id: string, value: T): Promise<T> => {
    asked.push(`${name} ${id}`);
    if (name === call && (id === first.backendId || id === '')) throw error;
    return value;
  };
  const session = {
    listClusters: () => answer('listClusters', '', []),
    findCluster: (id: string) => answer('findCluster', id, undefined),
    listJoined: ({ backendId }) => answer('listJoined', backendId, []),
  } satisfies Partial<Rancher>;
  const deps = {
    store: { settings: { get: async () => settings } },
    rancher: { open: async () => session },
    clock: { now: () => new Date() },
  } as unknown as BackendDeps;
  return { asked, backends: cachedBackends(deps, { areMany }) };
}

describe('a Rancher of which one cluster cannot be asked for', () => {
  test.each([
    ['a reply that cannot be read', new BackendContractBroken('nodes.0.id is missing')],
    ['403', new BackendUnauthorized('it lacks a right', { status: 403 })],
  ])('is asked for the next one all the same, and not for that one again: %s', async (_, error) => {
    for (const call of ['listJoined', 'findCluster'] as const) {
      const { asked, backends } = failing(call, error);
      await expect(backends[call](first, [])).rejects.toBe(error);
      await expect(backends[call](first, [])).rejects.toBe(error);
      await backends[call](second, []);
      expect(asked).toEqual([`${call} c-m-1`, `${call} c-m-2`]);
      expect([...backends.failures]).toEqual([[first.uuid, error]]);
    }
  });
});

describe('a Rancher that fails as a whole', () => {
  test.each([
    ['is away', new BackendUnavailable('did not answer within 30 s')],
    ['is busy', new BackendThrottled('429')],
    ['refuses the account', new BackendUnauthorized('must authenticate', { status: 401 })],
  ])('is not asked for the next cluster, and is one failure: it %s', async (_, error) => {
    const { asked, backends } = failing('listJoined', error);
    await expect(backends.listJoined(first, [])).rejects.toBe(error);
    await expect(backends.listJoined(second, [])).rejects.toBe(error);
    await expect(backends.findCluster(second)).rejects.toBe(error);
    expect(asked).toEqual(['listJoined c-m-1']);
    expect([...backends.failures]).toEqual([[settings.uuid, error]]);
  });

  test('is one with a list of clusters that cannot be read', async () => {
    const error = new BackendContractBroken('data.0.id is missing');
    const { asked, backends } = failing('listClusters', error, true);
    await expect(backends.findCluster(first)).rejects.toBe(error);
    await expect(backends.listJoined(second, [])).rejects.toBe(error);
    expect(asked).toEqual(['listClusters ']);
    expect([...backends.failures]).toEqual([[settings.uuid, error]]);
  });
});
