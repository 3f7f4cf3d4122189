import type { SimClock } from '../../_kit/sim-clock.ts';
import type { ClustersBehind } from '../behind/cluster-behind.ts';
import type { ChartWorld } from '../catalogs/chart-world.ts';
import type { Contents } from '../contents/contents.ts';
import type { RancherRelease } from './rancher-release.ts';
import type { RancherStore } from './rancher-store.ts';

/**
 * Milliseconds as measured on a Rancher 2.15.0; see `PUT /_sim/delays`. The clock of the context multiplies each delay
 * by `pace`. For a fast Rancher, set `pace` alone: things then still happen in the same order.
 */
export const rancherDelays = {
  /** A factor for every delay below: 1 is as measured, 0.01 a hundred times faster. */
  pace: 1,
  /** From a write until steve's lists show it. The lists come from a cache. */
  cacheLag: 15,
  /**
   * From a role binding until its user has the rights. The same time passes from its deletion until the rights are
   * gone.
   */
  roleSync: 150,
  /** From a project's POST until it is `configuring`. Before, it is `active`, without any conditions. */
  projectConfigure: 150,
  /** From a project's POST until it is active and its creator owns it. */
  projectReady: 280,
  /** From a project's POST until roles can be bound in it. Before, a binding does not find the project. */
  projectCache: 100,
  /** From a project's DELETE until it is 404. */
  projectRemove: 200,
  /** From a project's DELETE until the first of its bindings is gone. */
  projectBindings: 5350,
  /** From the end of one binding of a deleted project to the end of the next. */
  projectBinding: 50,
  /** From a role template's POST until Rancher's controller has processed it. */
  roleTemplateSync: 50,
  /** From a role binding's POST until it names both the user and the principal. */
  bindingSync: 300,
  /** From a role binding's DELETE until it is 404. Only then can it be made again. */
  bindingRemove: 100,
  /** From a token's POST until `expiresAt` is set. */
  tokenExpiry: 12,
  /** The time from a logout until Rancher refuses the API key of the session. */
  logoutLag: 17,
  /**
   * From a user's DELETE until the global bindings are gone. The user is gone after twice this time, the other bindings
   * after four times this time.
   */
  userDelete: 100,
  /** From a provisioning cluster's POST until `status.clusterName` and the v3 cluster are there. */
  clusterAssign: 200,
  /**
   * Between two writes of Rancher's controllers to a new cluster. Meanwhile a PUT with the version just read is likely
   * to get a 409.
   */
  controllerWrite: 150,
  /** From a new v3 cluster until its project Default is there. System takes twice as long. */
  clusterProjects: 200,
  /** From a new v3 cluster until its creator is its owner and it has a default token (still without a value). */
  clusterOwner: 1000,
  /** From a new v3 cluster until it shows quantities, all of them 0, and conditions about pressure. */
  clusterReport: 2600,
  /**
   * From a new v3 cluster until both clusters wait for infrastructure. Until then both are `active`, or `reconciling`.
   */
  infrastructureWait: 3100,
  /** From the wait for infrastructure until both clusters wait for machines to be registered. */
  registrationWait: 3800,
  /** From the agent's report of a cluster until its quantities are known. */
  quantitiesLag: 3700,
  /** From a ready provisioning cluster until its v3 cluster is ready. Until then the v3 cluster is `unavailable`. */
  readyLag: 7000,
  /**
   * From a change of name, description or labels through `/v3/clusters` until Rancher restores those of the
   * provisioning cluster.
   */
  renameRevert: 250,
  /**
   * From a registration token's POST until Rancher's controller has filled it in. Also from its DELETE until
   * `default-token` is made again.
   */
  tokenAssign: 150,
  /**
   * From one machine's registration, or its turn, to `Running`. Steps in between take a share of this time. Not
   * measured: a real machine itself takes minutes.
   */
  nodeActive: 1_000,
  /** Until the next heartbeat of a Kubernetes Node. It brings back a deleted v3 node if the Node is still there. */
  heartbeat: 15_000,
  /** From a kubelet's last report until its cluster says that the node is not ready. */
  nodeLost: 40_000,
  /** From the last report of a cluster's agent until Rancher says that it is not connected. */
  agentLost: 15_000,
  /** From a machine's restart until its kubelet answers. Not measured: the machine itself takes this time. */
  nodeStart: 5_000,
  /** From a change of a Kubernetes Node until its v3 node shows the change. */
  nodeSync: 150,
  /** From a machine's DELETE until it is gone. */
  machineDelete: 3200,
  /** Drain of one node, from the request to `drained`. */
  drain: 400,
  /** One node's RKE2 from its stop in the old release to its start in the new one. */
  nodeUpgrade: 500,
  /** From the plan that rotates a node's certificates until RKE2 has started again. Not measured. */
  nodeRotation: 500,
  /** From a change in a pool until Cluster API has processed it. Not measured. */
  capiSync: 100,
  /** From the creation of the Kubernetes job that makes or deletes a server until its program runs. Not measured. */
  machineJob: 2_000,
  /**
   * From an active server until its machine's agent calls Rancher. Not measured: the machine itself takes this time.
   */
  machineBoot: 5_000,
  /** One phase of a snapshot, a restoration or a rotation of keys. Not measured. */
  operationPhase: 500,
  /** From a provisioning cluster's DELETE until its finalizers are done and it is 404. */
  clusterDelete: 2900,
  /** From the end of a provisioning cluster until its v3 cluster is 404. */
  managementDelete: 2900,
  /** From the end of a v3 cluster until the cluster's projects and their role bindings are gone. */
  projectsDelete: 6300,
  /** From the end of a cluster's projects until its registration tokens are gone. */
  registrationTokensDelete: 500,
  /** From the end of a cluster's registration tokens until the namespace `c-m-…` is 404. */
  namespaceDelete: 6000,
  /** From a project's creation until its members' roles for its namespaces are in the cluster. */
  projectRoles: 400,
  /** From a project's DELETE until its namespaces are deleted. */
  projectNamespaces: 350,
  /**
   * From a namespace's creation inside a cluster until it has its project's label, and the quota that it gets there.
   */
  namespaceProject: 40,
  /** From a namespace's creation until it has the condition `ResourceQuotaInit`. */
  namespaceInit: 200,
  /** From a namespace's creation until it has `field.cattle.io/resourceQuotaProjectId`. */
  namespaceQuotaProject: 350,
  /** From a namespace's quota until its project counts the quota in `usedLimit`. */
  projectUsedLimit: 400,
  /** From a namespace's creation until the roles of its project are bound in it. */
  namespaceRoles: 455,
  /** From the DELETE of a namespace inside a cluster until its contents are gone. */
  namespaceContents: 4600,
  /** From a namespace's DELETE inside a cluster until it is 404. */
  namespaceGone: 5200,
  /** From a request to steve in a cluster without a connected agent until the request is refused. */
  steveSession: 14_000,
  /** From a new repository of charts until its index is downloaded. Not measured. */
  repositoryDownload: 300,
  /** One chart from the start of Helm to its end. Not measured. */
  helmOperation: 800,
};
export type RancherDelays = typeof rancherDelays;

export interface RancherContext {
  release: RancherRelease;
  store: RancherStore;
  contents: Contents;
  /** Clusters whose Kubernetes API is a real one. */
  behind: ClustersBehind;
  /** The context's clock, slowed or sped up by `delays.pace`. */
  clock: SimClock;
  delays: RancherDelays;
  /** The setting `server-url`, without a slash at its end: the address at which others find Rancher. */
  serverUrl: string;
  /** Rancher's settings that somebody has changed; see `settingOf`. */
  settings: Map<string, string>;
  /** Releases of RKE2 beside the built-in ones; see `POST /_sim/releases`. */
  furtherReleases: Set<string>;
  /** Charts that this Rancher finds at the addresses of repositories. */
  charts: ChartWorld;
  /** The next `metadata.resourceVersion`. Every write of any object gets a new one. */
  nextRevision(): number;
}
