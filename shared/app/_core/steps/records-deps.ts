import type { Metrics } from '#shared/ports/metrics';
import type { Clock, EventBus, Ids, Logger } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

export type RecordsDeps = { store: Store; clock: Clock; ids: Ids; events: EventBus; log: Logger; metrics: Metrics };
