import type { Clock, EventBus, Logger } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

export type RecordsDeps = { store: Store; clock: Clock; events: EventBus; log: Logger };
