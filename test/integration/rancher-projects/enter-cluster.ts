import { expect } from 'vitest';
import { z } from 'zod';
import { aName } from '#test/contracts/keycloak/keycloak-under-test';
import { aRancherClient } from '#test/contracts/keycloak/rancher-client';
import { objectsIn } from '#test/contracts/rancher/objects-in';
import type { SharedCluster } from './shared-cluster.ts';

type Entered = Pick<SharedCluster, 'opened' | 'clusterId'> & {
  simulator: Pick<SharedCluster['simulator'], 'url'>;
  keycloak: Pick<SharedCluster['keycloak'], 'realm'>;
};
const session = z.object({ token: z.string() });

/**
 * Lets people enter the shared cluster. People sign in at Keycloak with a browser. Rancher reads people's groups from
 * Keycloak, and grants access by group.
 */
export async function peopleOf({ keycloak, simulator, opened, clusterId }: Entered) {
  const client = await aRancherClient(keycloak.realm, aName('rancher'));
  return {
    /** The cluster’s Kubernetes API through Rancher, with a new session. */
    async enterAs(username: string): Promise<ReturnType<typeof objectsIn>> {
      const answer = await fetch(`${simulator.url}/_sim/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(await client.tokenOf(username)),
        signal: AbortSignal.timeout(10_000),
      });
      expect(answer.status).toBe(201);
      const [id = '', password = ''] = session.parse(await answer.json()).token.split(':');
      return objectsIn({ url: opened.backend.url, key: { username: id, password } }, clusterId);
    },
  };
}
