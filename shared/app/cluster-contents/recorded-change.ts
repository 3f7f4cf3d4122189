import { type ContentEventType, contentActivity } from '#shared/domain/audit/activity-event';
import type { FieldChange } from '#shared/domain/audit/audit-event';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import { BackendUnavailable } from '#shared/errors';
import type { Store } from '#shared/ports/store';
import type { OpenCluster } from './open-content.ts';

export type ContentEvent = {
  eventType: ContentEventType;
  title: string;
  content: Pick<ClusterContent, 'uuid' | 'name' | 'namespaceName'>;
  /** The changed fields for the audit event. Values that may be secret are left out. */
  fields?: Record<string, FieldChange>;
};

/**
 * Makes a change in a cluster and records who made it. If the backend's answer is lost, the change is recorded, because
 * the backend may have made the change. A refused change is not recorded.
 */
export async function recordedChange<T>(
  { store }: { store: Pick<Store, 'audit'> },
  { cluster }: Pick<OpenCluster, 'cluster'>,
  { eventType, title, content, fields }: ContentEvent,
  change: () => Promise<T>,
): Promise<T> {
  const record = () => store.audit.recordActivity(contentActivity(cluster, eventType, { title, ...content }, fields));
  try {
    const result = await change();
    await record();
    return result;
  } catch (error) {
    if (error instanceof BackendUnavailable) await record();
    throw error;
  }
}
