import type { KubernetesContext, ObjectEvent } from '../kubernetes-context.ts';

/** A real API server keeps the latest events of each kind, at least 100. Here all kinds share one limit. */
const MAX = 1000;

/** The listeners, and the latest events for a watch that begins at an older version. */
export function eventHistory(): Pick<KubernetesContext, 'listeners' | 'history'> {
  let events: ObjectEvent[] = [];
  /** The resource version of the newest event that was dropped. */
  let compacted = 0;
  const record = (event: ObjectEvent): void => {
    events.push(event);
    if (events.length <= MAX) return;
    compacted = Math.max(compacted, ...events.slice(0, -MAX).map(versionOf));
    events = events.slice(-MAX);
  };
  return {
    listeners: new Set([record]),
    history: {
      since: (version) => (version < compacted ? undefined : events.filter((event) => versionOf(event) > version)),
      forget(): void {
        events = [];
        compacted = 0;
      },
    },
  };
}

const versionOf = ({ object }: ObjectEvent): number => Number(object.metadata.resourceVersion);
