import { z } from 'zod';
import type { Hook } from '#shared/domain/hooks/hook';
import type { User } from '#shared/domain/identity/user';
import { address } from '../_core/fields.ts';
import type { Link } from '../_core/listing.ts';
import type { ApiOperations, RestResource } from '../_core/operation.ts';
import { type HookListing, hookFilters, hookView, NEW_HOOK, viewHook, wantedFields, wantedOf } from './hook-fields.ts';

const CONTENT_TYPES = ['json', 'form'] as const;

export const webHookView = z
  .object({
    ...hookView,
    hook_type: z.literal('webhook'),
    destination_url: z.string(),
    content_type: z.enum(CONTENT_TYPES),
    /**
     * Number of failed attempts to deliver an event since the last success. `error_message` is the reason of the last
     * failure.
     */
    failures: z.number().int(),
    error_message: z.string(),
  })
  .meta({ id: 'WebHook' });
export type WebHookView = z.infer<typeof webHookView>;

export const viewWebHook =
  (author: User) =>
  (link: Link, hook: Hook): WebHookView => ({
    ...viewHook(author, hook),
    url: link('hooks-web', hook.uuid),
    hook_type: 'webhook',
    destination_url: hook.destination,
    content_type: hook.contentType,
    failures: hook.failures,
    error_message: hook.lastError ?? '',
  });

/** A new hook with its `secret`. Paddock signs deliveries with this secret. */
export const newWebHookView = webHookView.extend({ secret: z.string() }).meta({ id: 'NewWebHook' });
/** A changed hook. If it was moved to another server, the answer contains its new `secret`. */
export const changedWebHookView = webHookView
  .extend({
    secret: z.string().optional().meta({
      description:
        'The new signing key. Present only if `destination_url` was changed to another scheme, host or port.',
    }),
  })
  .meta({ id: 'ChangedWebHook' });

const fields = z.object({
  destination_url: address(),
  content_type: z
    .enum(CONTENT_TYPES)
    .optional()
    .meta({ description: 'Whether events are sent as JSON or as a form. Default: `json`.', examples: ['json'] }),
  ...wantedFields,
});

export const newWebHookBody = fields.transform(({ destination_url, content_type, ...wanted }) => ({
  ...NEW_HOOK,
  destination: destination_url,
  ...(content_type && { contentType: content_type }),
  ...wantedOf(wanted),
}));
export const webHookBody = fields.partial().transform(({ destination_url, content_type, ...wanted }) => ({
  ...(destination_url !== undefined && { destination: destination_url }),
  ...(content_type && { contentType: content_type }),
  ...wantedOf(wanted),
}));

export const webHookListing: HookListing<WebHookView> = {
  filters: {
    ...hookFilters,
    contains: { destination_url: ({ destination }) => destination, query: ({ destination }) => destination },
    choices: { content_type: { values: ['json', 'form'], of: ({ contentType }) => contentType } },
  },
  orderings: { created: ({ created }) => created, destination: ({ destination }) => destination },
  schema: webHookView,
};

const MOVED =
  'If `destination_url` leads to another server than before, the hook gets a new `secret`, which only this answer shows.';

const operations: ApiOperations = {
  'GET /': {
    summary: 'List web hooks',
    rule: 'visible.list',
    description: 'Users see only their own hooks.',
    listing: webHookListing,
  },
  'GET /{uuid}/': { summary: 'Show a web hook', rule: 'hook.see', reply: webHookView },
  'POST /': {
    summary: 'Create a web hook',
    rule: 'hook.create',
    description:
      'Each event of the selected types that the caller may see is sent to `destination_url` as a POST. An event may be delivered more than once. A failed delivery is tried again for up to 14 days. After five failures in a row and two hours without a success, the hook is switched off, and its waiting deliveries are dropped. The headers `webhook-id`, `webhook-timestamp` and `webhook-signature` follow Standard Webhooks (https://www.standardwebhooks.com). The signing key is `secret`, which no later answer shows. `X-Paddock-Delivery` is the id of the delivery, and is the same when the delivery is repeated. `X-Paddock-Signature: t=…,v1=…` has the HMAC-SHA256, in hex, of `<t>.<delivery>.<body>` with the text of `secret` as key.',
    body: newWebHookBody,
    status: 201,
    reply: newWebHookView,
  },
  'PATCH /{uuid}/': {
    summary: 'Change a web hook',
    rule: 'hook.change',
    description: `Fields that are left out stay as they are. ${MOVED}`,
    body: webHookBody,
    reply: changedWebHookView,
  },
  'PUT /{uuid}/': {
    summary: 'Replace a web hook',
    rule: 'hook.change',
    description: MOVED,
    body: newWebHookBody,
    reply: changedWebHookView,
  },
  'DELETE /{uuid}/': { summary: 'Delete a web hook', rule: 'hook.change', status: 204 },
};

export const hooksWebResource: RestResource = {
  group: 'Programs',
  is: 'Web hooks: audit events as signed calls to your address.',
  operations,
};
