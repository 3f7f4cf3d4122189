import type { Hook } from '#shared/domain/hooks/hook';
import type { HookEvent } from '#shared/domain/hooks/hook-event';
import type { Mail } from '#shared/domain/mail/mail';
import type { Store, Write } from '#shared/ports/store';
import type { HookAudience } from './hook-audience.ts';

type Deps = { store: Pick<Store, 'hookDeliveries' | 'mails' | 'commit'> };

const PER_TRANSACTION = 20;

function mailOf({ uuid, destination: to }: Hook, event: HookEvent): Mail {
  const { message, event_type: eventType, created: at } = event;
  const { customer_name = '', project_name = '' } = event.context;
  const scope = [customer_name, project_name].filter(Boolean).join(' / ');
  const values = { message, eventType, at, scope, hookUuid: uuid };
  return { key: `hook/${uuid}/${event.uuid}`, to, template: 'event', values };
}

/**
 * Queues an event for every hook of its audience. Safe to repeat.
 * @returns the number of hooks for which the event was queued
 */
export async function queueWebhooks({ store }: Deps, event: HookEvent, audience: HookAudience): Promise<number> {
  const recipients = await audience(event);
  const writes = recipients.map(
    (hook): Write =>
      hook.type === 'web'
        ? store.hookDeliveries.insert({ hookUuid: hook.uuid, event })
        : store.mails.insert(mailOf(hook, event)),
  );
  for (let start = 0; start < writes.length; start += PER_TRANSACTION) {
    await store.commit(...writes.slice(start, start + PER_TRANSACTION));
  }
  return recipients.length;
}
