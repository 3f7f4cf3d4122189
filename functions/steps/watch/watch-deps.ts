import type { OpenStackSessions } from '#shared/ports/openstack';
import type { RancherSessions } from '#shared/ports/rancher';
import type { Clock, Logger, Wakeups } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

export type WatchDeps = {
  store: Store;
  openstack: OpenStackSessions;
  rancher: RancherSessions;
  wakeups: Wakeups;
  clock: Clock;
  log: Logger;
  /** How long nodes may take to become active, and after them the cluster. */
  bootstrapTimeoutMs: number;
};
