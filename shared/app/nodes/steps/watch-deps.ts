import type { SlotDeps } from '#shared/app/_core/steps/hold-slot';
import type { OpenStackSessions } from '#shared/ports/openstack-sessions';
import type { RancherSessions } from '#shared/ports/rancher';
import type { Logger, Wakeups } from '#shared/ports/runtime';

export type WatchDeps = SlotDeps & {
  openstack: OpenStackSessions;
  rancher: RancherSessions;
  wakeups: Wakeups;
  log: Logger;
  /** How often to try to create a node's server, including the first attempt. */
  serverAttempts: number;
};
