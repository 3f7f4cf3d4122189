import { type EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { BackendUnavailable } from '../../errors.ts';
import type { EventBus } from '../../ports/runtime.ts';
import { failingByName } from './aws-failure.ts';

/** The `Source` of all Paddock events. EventBridge rules select events by their source. */
const SOURCE = 'paddock';

type Options = { client: EventBridgeClient; busName: string };

/**
 * Publishes events. PutEvents answers 200 even if EventBridge refused the event, so this code throws an error for a
 * refused event.
 */
export const eventBridgeEventBus = ({ client: given, busName }: Options): EventBus => {
  const client = failingByName(given, 'EventBridge');
  return {
    async publish({ type, detail }) {
      const entry = { EventBusName: busName, Source: SOURCE, DetailType: type, Detail: JSON.stringify(detail) };
      const { FailedEntryCount = 0, Entries = [] } = await client.send(new PutEventsCommand({ Entries: [entry] }));
      if (FailedEntryCount === 0) return;
      const { ErrorCode = 'unknown error', ErrorMessage = '' } = Entries[0] ?? {};
      throw new BackendUnavailable(`The event bus did not accept ${type} (${ErrorCode}: ${ErrorMessage}).`, {
        op: 'publish',
      });
    },
  };
};
