import type { Uuid } from '#shared/domain/_core/identifier';
import type { CredentialCheck } from '#shared/domain/providers/credential-check';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import type { RemoteOrder, RemoteResource } from '#shared/domain/remote-waldur/remote-objects';

/** The data that a site agent reports about itself when it registers. */
export type NewRemoteAgent = {
  name: string;
  offeringUuid: Uuid;
  version: string;
  /** ISO 8601. */
  lastRestarted: string;
};
/** The use of a component in a month: two decimal places, in the unit of the component. */
export type RemoteAmount = { type: string; amount: string };

/**
 * The part of a remote Waldur's API that site agents use. Uuids are 32 hex digits. Every call may throw the Backend*
 * family of shared/errors.ts. If a list was requested with a filter, Paddock also checks each item against the filter.
 */
export interface Waldur {
  /** The version that Paddock reports as a site agent, such as `paddock-0.1.0`. */
  readonly agentVersion: string;
  /** Orders of the offering that wait for the provider's approval, and orders that the provider must carry out. */
  listOpenOrders(offeringUuid: Uuid): Promise<RemoteOrder[]>;
  getOrder(uuid: Uuid): Promise<RemoteOrder>;
  approveOrder(uuid: Uuid): Promise<void>;
  setOrderDone(uuid: Uuid): Promise<void>;
  setOrderErred(uuid: Uuid, message: string): Promise<void>;
  /** Resources of the offering that are OK or have failed, and that have an id in their backend. */
  listResources(offeringUuid: Uuid): Promise<RemoteResource[]>;
  getResource(uuid: Uuid): Promise<RemoteResource>;
  setBackendId(resourceUuid: Uuid, backendId: string): Promise<void>;
  setLimits(resourceUuid: Uuid, limits: Readonly<Record<string, number>>): Promise<void>;
  setMetadata(resourceUuid: Uuid, metadata: Readonly<Record<string, unknown>>): Promise<void>;
  refreshLastSync(resourceUuid: Uuid): Promise<void>;
  setResourceOk(resourceUuid: Uuid): Promise<void>;
  listComponents(offeringUuid: Uuid): Promise<string[]>;
  /** Usernames that users of the resource have in the backend. Users without such a name are left out. */
  listTeam(resourceUuid: Uuid): Promise<string[]>;
  /** `month`: the first day of the month, such as `2026-11-01`. */
  listUsages(resourceUuid: Uuid, month: string): Promise<RemoteAmount[]>;
  /** `date` is a time in the month, in ISO 8601. Components that are not in `usages` keep their figures. */
  setUsage(resourceUuid: Uuid, date: string, usages: readonly RemoteAmount[]): Promise<void>;
  /** The uuid of the agent that has this name at this offering, and its version. */
  findAgent(name: string, offeringUuid: Uuid): Promise<{ uuid: Uuid; version: string } | undefined>;
  createAgent(agent: NewRemoteAgent): Promise<Uuid>;
  updateAgent(uuid: Uuid, agent: NewRemoteAgent): Promise<void>;
  /**
   * Reports to Waldur that the agent works in this mode. Returns the uuid of the agent's service for this mode. Every
   * call returns the same uuid.
   */
  registerService(agentUuid: Uuid, mode: string): Promise<Uuid>;
  registerProcessor(
    serviceUuid: Uuid,
    processor: { name: string; backendType: string; backendVersion: string },
  ): Promise<void>;
  /** Checks that Waldur accepts the token. */
  check(): Promise<CredentialCheck[]>;
}

export interface WaldurSessions {
  /** Returns undefined if the provider serves no remote Waldur. */
  open(settings: RancherSettings): Promise<Waldur | undefined>;
}
