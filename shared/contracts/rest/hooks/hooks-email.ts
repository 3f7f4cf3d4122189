import { z } from 'zod';
import type { Hook } from '#shared/domain/hooks/hook';
import type { User } from '#shared/domain/identity/user';
import { text } from '../_core/fields.ts';
import type { Link } from '../_core/listing.ts';
import type { ApiOperations, RestResource } from '../_core/operation.ts';
import { type HookListing, hookFilters, hookView, NEW_HOOK, viewHook, wantedFields, wantedOf } from './hook-fields.ts';

export const emailHookView = z
  .object({
    ...hookView,
    hook_type: z.literal('email'),
    email: z.string(),
    confirmed: z.boolean().meta({
      description: 'Whether the owner of the address has confirmed it. No event is sent before the confirmation.',
    }),
  })
  .meta({ id: 'EmailHook' });
export type EmailHookView = z.infer<typeof emailHookView>;

export const viewEmailHook =
  (author: User) =>
  (link: Link, hook: Hook): EmailHookView => ({
    ...viewHook(author, hook),
    url: link('hooks-email', hook.uuid),
    hook_type: 'email',
    email: hook.destination,
    confirmed: hook.confirmedAt !== undefined,
  });

const email = text(75).pipe(z.email({ error: () => 'Enter a valid email address.' }));
const fields = z.object({ email, ...wantedFields });

export const newEmailHookBody = fields.transform(({ email: destination, ...wanted }) => ({
  ...NEW_HOOK,
  destination,
  ...wantedOf(wanted),
}));
export const emailHookBody = fields.partial().transform(({ email: destination, ...wanted }) => ({
  ...(destination !== undefined && { destination }),
  ...wantedOf(wanted),
}));

/** The body that confirms an e-mail hook: the token from the e-mail. */
export const hookConfirmationBody = z.object({
  token: text(200).meta({
    description: 'The token from the link in the confirmation e-mail.',
    examples: ['pJ3xkHqYb0b7yq8Xw3rK5c1m2nV6tZ4uAeRiOpLsDfG'],
  }),
});
const stopQuery = z.object({
  token: z
    .string()
    .max(500)
    .optional()
    .meta({
      description: 'The signed token from the link in the e-mail.',
      examples: ['pJ3xkHqYb0b7yq8Xw3rK5c1m2nV6tZ4uAeRiOpLsDfG'],
    }),
});

export const emailHookListing: HookListing<EmailHookView> = {
  filters: {
    ...hookFilters,
    contains: { email: ({ destination }) => destination, query: ({ destination }) => destination },
  },
  orderings: { created: ({ created }) => created, destination: ({ destination }) => destination },
  schema: emailHookView,
};

const operations: ApiOperations = {
  'GET /': {
    summary: 'List e-mail hooks',
    rule: 'visible.list',
    description: 'Users see only their own hooks.',
    listing: emailHookListing,
  },
  'GET /{uuid}/': { summary: 'Show an e-mail hook', rule: 'hook.see', reply: emailHookView },
  'POST /': {
    summary: 'Create an e-mail hook',
    rule: 'hook.create',
    description:
      'Each event of the selected types that the caller may see is sent as an e-mail. The first e-mail asks for consent. No event is sent until the recipient has consented. After a change of the address, the new recipient has to consent.',
    body: newEmailHookBody,
    status: 201,
    reply: emailHookView,
  },
  'PATCH /{uuid}/': {
    summary: 'Change an e-mail hook',
    rule: 'hook.change',
    description: 'Fields that are left out stay as they are.',
    body: emailHookBody,
    reply: emailHookView,
  },
  'PUT /{uuid}/': {
    summary: 'Replace an e-mail hook',
    rule: 'hook.change',
    body: newEmailHookBody,
    reply: emailHookView,
  },
  'POST /{uuid}/send_confirmation/': {
    summary: 'Send the confirmation e-mail of a hook again',
    rule: 'hook.change',
    description: 'Links in earlier e-mails that ask for confirmation stop working.',
    status: 202,
    refuses: [400],
  },
  'GET /{uuid}/confirm/': {
    summary: 'Show the page for confirming the address of an e-mail hook',
    rule: 'hook.answer',
    media: 'text/html',
  },
  'POST /{uuid}/confirm/': {
    summary: 'Confirm the address of an e-mail hook',
    rule: 'hook.answer',
    description: 'The token is in the confirmation e-mail. The token works once, for 48 hours.',
    body: hookConfirmationBody,
    media: 'text/html',
  },
  'GET /{uuid}/stop/': {
    summary: 'Show the page for stopping the e-mails of a hook',
    rule: 'hook.answer',
    query: stopQuery,
    media: 'text/html',
  },
  'POST /{uuid}/stop/': {
    summary: 'Stop the e-mails of a hook',
    rule: 'hook.answer',
    description:
      'Each e-mail about an event has a link with the token. The call needs no sign-in, so that the unsubscribe button of a mail program works (RFC 8058). The hook is switched off, and its address has to be confirmed again.',
    query: stopQuery,
    media: 'text/html',
    refuses: [400],
  },
  'DELETE /{uuid}/': { summary: 'Delete an e-mail hook', rule: 'hook.change', status: 204 },
};

export const hooksEmailResource: RestResource = {
  group: 'Programs',
  is: 'Audit events as e-mails.',
  operations,
};
