import { randomUUID } from 'node:crypto';
import { randomName } from '../../_kit/random-name.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import type { RegistrationToken } from '../_core/rancher-objects.ts';

const MINUTE = 60_000;
const TTL_SETTING = 'crt-default-ttl-minutes';
const TTL_MINUTES = 43_200;
/** With a value that was replaced machines may join a while longer. */
const GRACE_MINUTES = 180;

export type RegistrationTokens = ReturnType<typeof registrationTokens>;

/**
 * A cluster's registration tokens. Rancher makes `default-token` with the cluster and makes it again, with another value,
 * whenever it is missing; others come from POST and stay away once deleted. At its end a token gets another value.
 */
export function registrationTokens({ store, clock, delays, settings, nextRevision }: RancherContext) {
  const ttl = (): number => Number(settings.get(TTL_SETTING) ?? TTL_MINUTES) * MINUTE;

  function fill(token: RegistrationToken, at: number): void {
    Object.assign(token, { token: randomName(54), expiresAt: at + ttl(), resourceVersion: nextRevision() });
  }

  type Order = Pick<RegistrationToken, 'labels' | 'creatorId'>;

  function make(clusterId: string, name: string, order: Order = { labels: {}, creatorId: '' }): RegistrationToken {
    const id = `${clusterId}:${name}`;
    const token: RegistrationToken = {
      ...{ id, name, clusterId, uid: randomUUID(), createdAt: new Date(clock.now()).toISOString() },
      ...{ ...order, resourceVersion: nextRevision(), token: '', expiresAt: 0 },
    };
    store.tokens.set(id, token);
    clock.after(delays.tokenAssign, () => fill(token, clock.now()));
    return token;
  }

  /** Looked at when it is asked for: thirty days are more than a timer holds. */
  function rotate(token: RegistrationToken): RegistrationToken {
    const { token: value, expiresAt } = token;
    if (value === '' || expiresAt > clock.now()) return token;
    fill(token, expiresAt);
    token.previous = { token: value, until: expiresAt + GRACE_MINUTES * MINUTE };
    return rotate(token);
  }

  return {
    make,
    rotate,
    list: (): RegistrationToken[] => [...store.tokens.values()].map(rotate),
    makeUnnamed: (clusterId: string, order: Order) => make(clusterId, `crt-${randomName(5)}`, order),
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
      const isValid = ({ token, previous }: RegistrationToken) =>
        token === value || (previous?.token === value && previous.until > clock.now());
      return [...store.tokens.values()].map(rotate).find(isValid)?.clusterId;
    },
  };
}
