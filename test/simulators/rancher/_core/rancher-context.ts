import type { SimClock } from '../../_kit/sim-clock.ts';
import type { ClustersBehind } from '../behind/cluster-behind.ts';
import type { ChartWorld } from '../catalogs/chart-world.ts';
import type { Contents } from '../contents/contents.ts';
import type { RancherRelease } from './rancher-release.ts';
import type { RancherStore } from './rancher-store.ts';

/**
 * Milliseconds as measured on a Rancher 2.15.0; see `PUT /_sim/delays`. The clock of the context multiplies each by `pace`, so
 * whoever wants a fast Rancher sets that one alone and keeps the order in which things happen.
 */
export const rancherDelays = {
  /** A factor for every delay below: 1 is as measured, 0.01 a hundred times faster. */
  pace: 1,
  /** A write until steve's lists, which come from a cache, show it. */
  cacheLag: 15,
  /** A role binding until its user may do what it gives. The same from its deletion until the user no longer may. */
  roleSync: 150,
  /** POST of a project until it is `configuring`; before it is `active`, without any conditions. */
  projectConfigure: 150,
  /** POST of a project until it is active, and its creator's. */
  projectReady: 280,
  /** POST of a project until roles can be bound in it; before it is not found there. */
  projectCache: 100,
  /** DELETE of a project until it is 404. */
  projectRemove: 200,
  /** DELETE of a project until the first of its bindings is gone. */
  projectBindings: 5350,
  /** And from each of them to the next. */
  projectBinding: 50,
  /** POST of a role template until Rancher has looked at it. */
  roleTemplateSync: 50,
  /** POST of a role binding until it names both the user and the principal. */
  bindingSync: 300,
  /** DELETE of a role binding until it is 404, and can be made again. */
  bindingRemove: 100,
  /** POST of a token until `expiresAt` is set. */
  tokenExpiry: 12,
  /** Logging out until the key is refused. */
  logoutLag: 17,
  /** DELETE of a user until the global bindings are gone. The user is gone after twice, the other bindings after four times that. */
  userDelete: 100,
  /** POST of a provisioning cluster until `status.clusterName` and the v3 cluster are there. */
  clusterAssign: 200,
  /** Between two writes of Rancher's controllers to a cluster that is new: a PUT with the version just read is likely a 409. */
  controllerWrite: 150,
  /** The v3 cluster until its project Default is there; System takes twice as long. */
  clusterProjects: 200,
  /** The v3 cluster until it has its creator as owner, and its default token (without a value as yet). */
  clusterOwner: 1000,
  /** The v3 cluster until it shows quantities, all of them 0, and conditions about pressure. */
  clusterReport: 2600,
  /** The v3 cluster until both clusters wait for infrastructure; until then both are `active`, or `reconciling`. */
  infrastructureWait: 3100,
  /** From there until they wait for machines to be registered. */
  registrationWait: 3800,
  /** The agent's report of a cluster until its quantities are known. */
  quantitiesLag: 3700,
  /** A provisioning cluster that is ready until its v3 cluster is; until then that one is `unavailable`. */
  readyLag: 7000,
  /** A name, a description or labels put through `/v3/clusters` until they are put back to those of the provisioning cluster. */
  renameRevert: 250,
  /** POST or DELETE of a registration token until Rancher's controller has filled it in, or made `default-token` again. */
  tokenAssign: 150,
  /**
   * One machine from its registration, or its turn, to `Running`; what comes between is a share of it. Not measured: it is the
   * machine that takes so long, and minutes of a real one.
   */
  nodeActive: 1_000,
  /** A Kubernetes Node's next heartbeat. It brings back a deleted v3 node if its Node is still there. */
  heartbeat: 15_000,
  /** A kubelet's last word until its cluster says that the node is not ready. */
  nodeLost: 40_000,
  /** The last word of a cluster's agent until Rancher says that it is not connected. */
  agentLost: 15_000,
  /** A machine that is started again until its kubelet answers. Not measured: the machine takes so long. */
  nodeStart: 5_000,
  /** A v3 node until it shows what was done to its Kubernetes Node. */
  nodeSync: 150,
  /** DELETE of a machine until it is gone. */
  machineDelete: 3200,
  /** Drain of one node, from the request to `drained`. */
  drain: 400,
  /** One node's RKE2 from its stop in the old release to its start in the new one. */
  nodeUpgrade: 500,
  /** One node from the plan that rotates its certificates until RKE2 has started again. Not measured. */
  nodeRotation: 500,
  /** Something changed in a pool until Cluster API has looked at it. Not measured. */
  capiSync: 100,
  /** A Kubernetes job that makes or deletes a server, from its creation until its program runs. Not measured. */
  machineJob: 2_000,
  /** A server that is active until its machine's agent calls Rancher. Not measured: it is the machine that takes so long. */
  machineBoot: 5_000,
  /** One phase of a snapshot, a restoration or a rotation of keys. Not measured. */
  operationPhase: 500,
  /** DELETE of a provisioning cluster until its finalizers are done and it is 404. */
  clusterDelete: 2900,
  /** From there until its v3 cluster is 404. */
  managementDelete: 2900,
  /** From there until the cluster's projects are gone. */
  projectsDelete: 6300,
  /** From there until its bindings and registration tokens are gone. */
  bindingsDelete: 500,
  /** From there until the namespace `c-m-…` is 404. */
  namespaceDelete: 6000,
  /** A project until its members' roles for its namespaces are in the cluster. */
  projectRoles: 400,
  /** DELETE of a project until its namespaces are deleted. */
  projectNamespaces: 350,
  /** A namespace inside a cluster until it is labelled with its project, and has the quota that it gets there. */
  namespaceProject: 40,
  /** A namespace until `ResourceQuotaInit`. */
  namespaceInit: 200,
  /** A namespace until `field.cattle.io/resourceQuotaProjectId`. */
  namespaceQuotaProject: 350,
  /** A namespace's quota until its project counts it in `usedLimit`. */
  projectUsedLimit: 400,
  /** A namespace until the roles of its project are bound in it. */
  namespaceRoles: 455,
  /** DELETE of a namespace inside a cluster until what is in it is gone. */
  namespaceContents: 4600,
  /** And until it is 404. */
  namespaceGone: 5200,
  /** A request to steve of a cluster that is not connected until it is refused. */
  steveSession: 14_000,
  /** A repository of charts until its index is downloaded. Not measured. */
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
  /** Paced: see `delays.pace`. */
  clock: SimClock;
  delays: RancherDelays;
  /** The setting `server-url`, without a slash at its end: where Rancher is found by others. */
  serverUrl: string;
  /** Those of Rancher's settings that somebody changed; see `settingOf`. */
  settings: Map<string, string>;
  /** Releases of RKE2 beside those that it always has; see `POST /_sim/releases`. */
  furtherReleases: Set<string>;
  /** Charts that this Rancher finds at the addresses of repositories. */
  charts: ChartWorld;
  /** The next `metadata.resourceVersion`: every write of every object has one of its own. */
  nextRevision(): number;
}
