import { afterAll, expect } from 'vitest';
import { z } from 'zod';
import { rancherSessions } from '#shared/adapters/rancher/rancher-sessions';
import type { ContentsLimits } from '#shared/app/cluster-contents/sync-content-type';
import { type ContentsReport, syncContents } from '#shared/app/cluster-contents/sync-contents';
import { secretName } from '#shared/domain/_core/secret-name';
import type { ContentKind } from '#shared/domain/cluster-contents/content-type';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Store } from '#shared/ports/store';
import { aCluster, someRancherSettings } from '#test/builders/builders';
import { anActiveCluster } from '#test/contracts/rancher/an-active-cluster';
import { contentsIn } from '#test/contracts/rancher/contents-in';
import { joinAsAgent } from '#test/contracts/rancher/join-as-agent';
import { type OpenedRancher, openRancher } from '#test/contracts/rancher/rancher-under-test';
import { recordedRequests } from '#test/contracts/recorded-requests';
import { storedSecrets } from '#test/contracts/stored-secrets';
import type { TestClock } from '#test/test-clock';
import { borrowSimulator } from '../_worlds/borrowed-simulator.ts';
import { newStore } from '../_worlds/new-store.ts';

const access = z.object({ access_key: z.string(), secret_key: z.string() });

/** A provider with a simulated Rancher, and functions that pull the contents of the provider's clusters. */
export type ContentsBed = {
  store: Store;
  clock: TestClock;
  rancher: OpenedRancher;
  /** The requests that pulls have sent, e.g. `GET listContents`. */
  asked: string[];
  cluster(): Promise<Cluster>;
  inside(cluster: Cluster): ReturnType<typeof contentsIn>;
  pull(cluster: Cluster, contentsLimits?: ContentsLimits): Promise<ContentsReport>;
  recorded(cluster: Cluster, kind: ContentKind): Promise<string[]>;
};

async function startedRancher(): Promise<OpenedRancher> {
  const simulator = await borrowSimulator('rancher');
  await simulator.setDelays({ pace: 0.01 });
  const { access_key: username, secret_key: password } = access.parse(simulator.printed);
  const { url, stop } = simulator;
  const joinMachine = (token: string, name: string) => joinAsAgent(url, token, name);
  return openRancher({ url, key: { username, password }, simulator, joinMachine, stop });
}

export async function contentsBedPerFile(): Promise<ContentsBed> {
  const { store, clock } = await newStore();
  const rancher = await startedRancher();
  afterAll(() => rancher.close());
  const provider = someRancherSettings();
  provider.options.backendUrl = rancher.backend.url;
  await store.commit(store.settings.insert(provider));
  const { asked, connect } = recordedRequests();
  const secrets = storedSecrets({ [secretName('test', 'rancher', provider.uuid)]: rancher.backend.key });
  const deps = { store, clock, rancher: rancherSessions({ secrets, stage: 'test', connect, clock }) };
  return {
    ...{ store, clock, rancher, asked },
    async cluster() {
      const backendId = (await anActiveCluster(rancher)) ?? expect.fail('machines can be played here');
      const place = { settingsUuid: provider.uuid, state: 'OK', runtimeState: 'active', backendId } as const;
      const made = aCluster(place);
      await store.commit(store.clusters.insert(made));
      return made;
    },
    inside: ({ backendId }) => contentsIn(rancher.backend, backendId),
    pull: (cluster, contentsLimits) => syncContents({ ...deps, ...(contentsLimits && { contentsLimits }) }, cluster),
    recorded: async ({ uuid }, kind) =>
      (await store.contents.listByCluster(uuid, kind)).map(({ backendId }) => backendId).sort(),
  };
}
