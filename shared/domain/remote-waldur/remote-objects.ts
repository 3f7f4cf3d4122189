import type { Uuid } from '../_core/identifier.ts';

/** Limits in the remote Waldur: the amount of each component. */
export type RemoteLimits = Readonly<Record<string, number>>;

/**
 * An order in the remote Waldur. `type` and `state` may be any text, because their values differ between releases of
 * Waldur.
 */
export type RemoteOrder = {
  uuid: Uuid;
  offeringUuid: Uuid;
  resourceUuid: Uuid;
  type: string;
  state: string;
  limits: RemoteLimits;
};

/**
 * A resource in the remote Waldur. `backendId` is Rancher's id of the project, and is empty until an agent has set this
 * id.
 */
export type RemoteResource = {
  uuid: Uuid;
  offeringUuid: Uuid;
  name: string;
  slug: string;
  state: string;
  backendId: string;
  limits: RemoteLimits;
  metadata: Readonly<Record<string, unknown>>;
  customer: { name: string; slug: string };
  project: { name: string; slug: string };
  /** Whether Waldur's `restrict_member_access` is set, so that nobody may use the resource for the time being. */
  isRestricted: boolean;
};
