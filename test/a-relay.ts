import type { Relay } from '#shared/domain/cluster-api/relays/relay';
import { aUuid, CREATED } from './builders/builders.ts';

/** A relay that has just reported. */
export const aRelay = (fields: Partial<Relay> = {}): Relay => ({
  ...{ settingsUuid: aUuid(), name: 'net1', address: '192.0.2.5', port: 44_355, version: '0.1.0' },
  ...{ reportedAt: CREATED, clusters: [], ...fields },
});
