import type { SimClock } from '../_kit/sim-clock.ts';
import type { Contents } from './contents.ts';
import type { RancherStore } from './rancher-store.ts';

/** Milliseconds; see `PUT /_sim/delays`. */
export const rancherDelays = {
  /** POST of the v1 object until `status.clusterName` and the v3 cluster are there. */
  clusterAssign: 200,
  /** Making or deleting a registration token until Rancher's controller has filled in or remade it. */
  tokenAssign: 50,
  /** One node from "its turn" to active. */
  nodeActive: 1000,
  drain: 200,
  /** One node's RKE2 from its stop in the old release to its start in the new one. */
  nodeUpgrade: 500,
  /** DELETE until the finalizers are done and all of it is gone. */
  clusterDelete: 500,
};
export type RancherDelays = typeof rancherDelays;

export interface RancherContext {
  store: RancherStore;
  contents: Contents;
  clock: SimClock;
  delays: RancherDelays;
  /** Those of Rancher's settings that can be changed. */
  settings: Map<string, string>;
  /** Of RKE2, beside those that it always has; see `POST /_sim/releases`. */
  furtherReleases: Set<string>;
}

/** Minutes as text, as all of Rancher's settings are text. */
export const rancherSettings: [string, string][] = [
  ['kubeconfig-default-token-ttl-minutes', '43200'],
  ['auth-token-max-ttl-minutes', '129600'],
];
