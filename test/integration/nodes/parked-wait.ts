import type { ParkedWait } from '#shared/domain/clusters/waits/parked-wait';
import { aUuid, CREATED } from '#test/builders/builders';

export const aWait = (fields: Partial<ParkedWait> = {}): ParkedWait => ({
  clusterUuid: aUuid(),
  operationUuid: aUuid(),
  taskToken: `token-${aUuid()}`,
  parkedAt: CREATED,
  settingsUuid: aUuid(),
  clusterName: `cluster-${aUuid()}`,
  backendId: `c-m-${aUuid().slice(0, 8)}`,
  ...fields,
});
