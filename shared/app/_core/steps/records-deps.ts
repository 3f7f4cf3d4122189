import type { Clock, EventBus, Ids, Logger, Metrics } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

export type RecordsDeps = { store: Store; clock: Clock; ids: Ids; events: EventBus; log: Logger; metrics: Metrics };
