import type {
  ApiKind,
  KubernetesObject,
  ObjectAddress,
  ObjectCollection,
} from '#shared/domain/cluster-contents/kubernetes-object';

/** `dryRun`: the API server checks and completes the object, but does not store it. */
export type ObjectWrite = { dryRun?: boolean };

/**
 * The Kubernetes API of one cluster, reached through Rancher. All writes of Paddock use one field manager. Every call
 * may throw the Backend* family, and ObjectRefused with Kubernetes' own words. Calls throw BackendUnavailable while
 * Rancher has no connection to the cluster.
 */
export interface ClusterObjects {
  /** The kinds that the cluster now has in this API version. Empty if the cluster does not have the version. */
  listKinds(clusterId: string, apiVersion: string): Promise<ApiKind[]>;
  findObject(clusterId: string, at: ObjectAddress): Promise<KubernetesObject | undefined>;
  /** Throws ObjectRefused when an object of this name exists. */
  createObject(
    clusterId: string,
    into: ObjectCollection,
    object: KubernetesObject,
    write?: ObjectWrite,
  ): Promise<KubernetesObject>;
  /**
   * Server-side apply: creates the object, or changes the fields that `object` contains. Throws ObjectRefused, with the
   * names of the fields, if another manager owns one of them. `force` takes these fields over.
   */
  applyObject(
    clusterId: string,
    at: ObjectAddress,
    object: KubernetesObject,
    write?: ObjectWrite & { force?: boolean },
  ): Promise<KubernetesObject>;
  /**
   * Replaces the object. If `object` has a `resourceVersion`, throws ObjectRefused unless the stored object has it too.
   */
  replaceObject(
    clusterId: string,
    at: ObjectAddress,
    object: KubernetesObject,
    write?: ObjectWrite,
  ): Promise<KubernetesObject>;
  /** A JSON merge patch: only the given fields change. A null removes its field. */
  patchObject(
    clusterId: string,
    at: ObjectAddress,
    change: Readonly<Record<string, unknown>>,
    write?: ObjectWrite,
  ): Promise<KubernetesObject>;
  /** Also succeeds when the object is gone. Kubernetes deletes dependent objects afterwards. */
  deleteObject(clusterId: string, at: ObjectAddress): Promise<void>;
}
