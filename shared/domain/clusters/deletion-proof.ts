import type { Uuid } from '../_core/identifier.ts';
import type { ClusterEvent } from './cluster-event.ts';

/**
 * The proof that a cluster was deleted: the timeline's lines about the deletion, oldest first. Each line has the form
 * `<instant> <message>`. Lines about single nodes are left out, so the text stays short for a cluster of any size.
 */
export function deletionProof(events: readonly ClusterEvent[], operationUuid: Uuid): string {
  const ofDeletion = events.filter(
    ({ key, nodeName, level }) => key.startsWith(`${operationUuid}#`) && nodeName === undefined && level === 'info',
  );
  return ofDeletion.map(({ at, message }) => `${at} ${message}`).join('\n');
}
