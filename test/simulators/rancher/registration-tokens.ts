import { randomUUID } from 'node:crypto';
import { randomName } from '../_kit/random-name.ts';
import type { RancherContext } from './rancher-context.ts';
import type { RegistrationToken } from './rancher-objects.ts';

/**
 * A cluster's registration tokens. Rancher makes `default-token` with the cluster and makes it anew, with another value,
 * whenever it is missing; others come from POST and stay away once deleted.
 */
export function registrationTokens({ store, clock, delays }: RancherContext) {
  function make(clusterId: string, name: string, labels: Record<string, string> = {}): RegistrationToken {
    const id = `${clusterId}:${name}`;
    const token = {
      id,
      name,
      clusterId,
      uid: randomUUID(),
      createdAt: new Date(clock.now()).toISOString(),
      labels,
      token: '',
    };
    store.tokens.set(id, token);
    clock.after(delays.tokenAssign, () => {
      token.token = randomName(54);
    });
    return token;
  }

  return {
    make,
    makeUnnamed: (clusterId: string, labels: Record<string, string>) => make(clusterId, `crt-${randomName(5)}`, labels),
    remove(token: RegistrationToken): void {
      store.tokens.delete(token.id);
      if (token.name !== 'default-token') return;
      clock.after(delays.tokenAssign, () => {
        if (store.clusters.has(token.clusterId) && !store.tokens.has(token.id)) make(token.clusterId, token.name);
      });
    },
    /** The cluster a machine may join with this value; undefined for a wrong, deleted or still empty one. */
    clusterOf(value: string): string | undefined {
      if (value === '') return undefined;
      return [...store.tokens.values()].find(({ token }) => token === value)?.clusterId;
    },
  };
}
