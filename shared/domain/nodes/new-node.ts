import type { Uuid } from '../_core/identifier.ts';
import { newRecord } from '../_core/record.ts';
import type { Cluster } from '../clusters/cluster.ts';
import type { NodeSpec } from '../planning/node-spec.ts';
import { NO_FACTS, type Node } from './node.ts';

/** A node for which nothing was created yet. */
export const newNode = (cluster: Cluster, spec: NodeSpec, uuid: Uuid, now: Date): Node => ({
  ...newRecord(uuid, now),
  clusterUuid: cluster.uuid,
  clusterName: cluster.name,
  projectUuid: cluster.projectUuid,
  customerUuid: cluster.customerUuid,
  settingsUuid: cluster.settingsUuid,
  settingsName: cluster.settingsName,
  state: 'CREATION_SCHEDULED',
  runtimeState: '',
  spec,
  portId: '',
  instanceId: '',
  volumeIds: [],
  failedServers: [],
  addresses: [],
  backendId: '',
  facts: NO_FACTS,
});
