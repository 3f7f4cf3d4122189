import type { KubernetesContext, ObjectEvent } from '../kubernetes-context.ts';

/** A real API server keeps some 100 events of a kind at least; kinds are kept together here. */
const MAX = 1000;

/** Those who watch, with the latest events, for a watch that begins at an older version. */
export function eventHistory(): Pick<KubernetesContext, 'listeners' | 'history'> {
  let events: ObjectEvent[] = [];
  /** The version of the latest event that is not kept any more. */
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
