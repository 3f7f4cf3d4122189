import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Simulator } from '#test/contracts/start-simulator';
import { borrowSimulator } from '../_worlds/borrowed-simulator.ts';
import { clusterOfClusterApi } from '../_worlds/cluster-of-cluster-api.ts';
import { type StockedMarket, stockedMarketPerTest } from '../_worlds/market.ts';

let management: Simulator;
let now: StockedMarket;
beforeAll(async () => {
  management = await borrowSimulator('cluster-api');
});
afterAll(() => management.stop());
stockedMarketPerTest((given) => {
  now = given;
});

const DISGUISES: [string, string][] = [
  ['a space after it', 'container_infra_prefix '],
  ['a tab before it', '\tcontainer_infra_prefix'],
  ['a no-break space after it', 'container_infra_prefix\u00a0'],
  ['a byte order mark before it', '\ufeffcontainer_infra_prefix'],
  ['capital letters', 'CONTAINER_INFRA_PREFIX'],
  ['a letter of full width', 'container_infra_prefi\uff58'],
];

test.each(DISGUISES)(
  'an administrator cannot set a label that is as good as root by its name with %s',
  async (_, name) => {
    const { askAs, stored } = await clusterOfClusterApi(now, management);
    const { customerUuid, projectUuid, person } = now.market;
    const scope = { scopeType: 'project', scopeUuid: projectUuid, customerUuid } as const;
    const administrator = await person({}, { role: 'PROJECT.ADMIN', ...scope });
    const labels = { [name]: 'registry.evil.example/kube', auto_healing_enabled: 'false' };
    for (const query of ['?dry_run=true', '']) {
      const answer = await askAs(administrator, 'PATCH', `cluster_api_labels/${query}`, { labels });
      expect([400, 403]).toContain(answer.status);
    }
    const { state, clusterApi } = await stored();
    expect([state, clusterApi?.labels]).toEqual(['OK', { auto_healing_enabled: 'true' }]);
  },
);
