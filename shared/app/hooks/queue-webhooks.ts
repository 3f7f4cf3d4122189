import type { Uuid } from '#shared/domain/_core/identifier';
import { type Hook, isListening } from '#shared/domain/hooks/hook';
import { type HookEvent, maySeeEvent, wantsEvent } from '#shared/domain/hooks/hook-event';
import type { Mail } from '#shared/domain/mail/mail';
import type { Store, Write } from '#shared/ports/store';

type Deps = { store: Pick<Store, 'hooks' | 'hookDeliveries' | 'mails' | 'access' | 'commit'> };

const PAGE_SIZE = 200;
const PER_TRANSACTION = 20;

async function interested({ store }: Deps, event: HookEvent): Promise<Hook[]> {
  const matches = (hook: Hook) => isListening(hook) && wantsEvent(hook, event);
  const found: Hook[] = [];
  for (let page = 1; ; page += 1) {
    const { items } = await store.hooks.list({ visibility: 'all' }, { page, pageSize: PAGE_SIZE }, matches);
    found.push(...items);
    if (items.length < PAGE_SIZE) return found;
  }
}

/** Returns the users of the hooks who are allowed to see the event now. Expired roles do not count. */
async function permitted({ store }: Deps, hooks: readonly Hook[], event: HookEvent): Promise<ReadonlySet<Uuid>> {
  const may = new Set<Uuid>();
  for (const userUuid of new Set(hooks.map((hook) => hook.userUuid))) {
    const { user, grants } = await store.access.of(userUuid);
    if (user?.isActive && maySeeEvent({ user, grants }, event)) may.add(userUuid);
  }
  return may;
}

function mailOf({ uuid, destination: to }: Hook, event: HookEvent): Mail {
  const { message, event_type: eventType, created: at } = event;
  const { customer_name = '', project_name = '' } = event.context;
  const scope = [customer_name, project_name].filter(Boolean).join(' / ');
  const values = { message, eventType, at, scope, hookUuid: uuid };
  return { key: `hook/${uuid}/${event.uuid}`, to, template: 'event', values };
}

/**
 * Queues an event for every hook that wants the event, if the hook's user may see it. Safe to repeat.
 * @returns the number of hooks for which the event was queued
 */
export async function queueWebhooks(deps: Deps, event: HookEvent): Promise<number> {
  const { store } = deps;
  const wanting = await interested(deps, event);
  const may = await permitted(deps, wanting, event);
  const recipients = wanting.filter(({ userUuid }) => may.has(userUuid));
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
