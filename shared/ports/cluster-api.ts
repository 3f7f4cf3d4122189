import type { ObjectToCreate, WholeObject } from '#shared/domain/cluster-api/state-backup/whole-object';
import type { CredentialCheck } from '#shared/domain/providers/credential-check';
import type { ClusterApiSettings } from '#shared/domain/providers/service-settings';

/** A kind of Kubernetes objects, such as `cluster.x-k8s.io/v1beta1` and `Cluster`. */
export type ObjectKind = { apiVersion: string; kind: string };

/** An object that Paddock writes to the management cluster. The settings name the namespace of the object. */
export type WantedObject = ObjectKind & {
  /** With `uid`, only the object with this uid is changed, and no new object is created. */
  metadata: { name: string; uid?: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  [field: string]: unknown;
};

/** An object that the API of the management cluster has returned. */
export type SeenObject = ObjectKind & {
  metadata: {
    name: string;
    uid: string;
    labels: Record<string, string>;
    annotations: Record<string, string>;
    creationTimestamp: string;
    deletionTimestamp?: string;
    /** Kubernetes raises this number with each change of `spec`. Objects without a `spec` can lack this number. */
    generation?: number;
    ownerReferences: { kind: string; name: string; uid: string }[];
  };
  [field: string]: unknown;
};

/**
 * Versions of Kubernetes, Cluster API and its OpenStack provider on the management cluster. The version of a component
 * that is not installed is undefined.
 */
export type ManagementVersions = {
  kubernetes: string;
  clusterApi: string | undefined;
  openstackProvider: string | undefined;
};

/**
 * The objects of one namespace in a management cluster. Every call may throw the Backend* errors of shared/errors.ts.
 */
export type ClusterApi = {
  /**
   * Writes the object by server-side apply, as the field manager `paddock`, and takes over fields of other managers.
   * Throws BackendRejected with the message of Kubernetes if a webhook or a schema refuses it, and BackendConflict if
   * there is no object with the wanted uid.
   */
  apply(object: WantedObject): Promise<SeenObject>;
  /** Lists the objects of a kind that have all of these labels. Reads all pages. */
  list(kind: ObjectKind, labels: Record<string, string>): Promise<SeenObject[]>;
  find(kind: ObjectKind, name: string): Promise<SeenObject | undefined>;
  /** Lists all objects of a kind with all of their fields. Reads all pages. */
  listWhole(kind: ObjectKind): Promise<WholeObject[]>;
  /** Creates an object. Throws BackendConflict if an object of this name exists. */
  create(object: ObjectToCreate): Promise<SeenObject>;
  /** Merges the given fields into an object. Throws BackendNotFound if the object does not exist. */
  merge(change: WantedObject): Promise<void>;
  /**
   * Deletes an object, and then the objects that it owns. Cluster API keeps a Cluster until all of its machines are
   * gone. Succeeds even if the object does not exist.
   */
  delete(kind: ObjectKind, name: string): Promise<void>;
  versions(): Promise<ManagementVersions>;
};

/** Opens the management cluster of a provider with its stored token. */
export type ClusterApiSessions = {
  open(settings: ClusterApiSettings): Promise<ClusterApi>;
  /**
   * Checks the address, the certificate, the token and its rights, and that the driver supports the installed versions.
   */
  check(settings: ClusterApiSettings): Promise<CredentialCheck[]>;
};
