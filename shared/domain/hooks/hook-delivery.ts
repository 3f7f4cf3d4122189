import { z } from 'zod';
import { waiting } from '../_core/delivery-attempt.ts';
import { uuid } from '../_core/identifier.ts';
import type { Hook } from './hook.ts';
import { type HookEvent, hookEvent } from './hook-event.ts';

/** An event on its way to a web hook. */
export const hookDelivery = waiting.extend({
  /** `<hook>/<event>`. If an event is queued twice for a hook, the second row replaces the first. */
  key: z.string(),
  hookUuid: uuid,
  event: hookEvent,
});
export type HookDelivery = z.infer<typeof hookDelivery>;

/** The body of a delivery in one of Waldur's two formats: JSON, or a form whose fields have JSON values. */
export function bodyOf({ contentType }: Hook, event: HookEvent): { contentType: string; body: string } {
  if (contentType === 'json') return { contentType: 'application/json', body: JSON.stringify(event) };
  const fields = Object.entries(event).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const body = new URLSearchParams(fields).toString();
  return { contentType: 'application/x-www-form-urlencoded', body };
}
