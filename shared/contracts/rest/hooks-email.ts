import { z } from 'zod';
import type { Hook } from '../../domain/hook/hook.ts';
import { text } from './fields.ts';
import { hookView, NEW_HOOK, viewHook, wantedFields, wantedOf } from './hook-fields.ts';
import type { Link } from './link.ts';
import type { Listing } from './listing.ts';
import type { Operations } from './operation.ts';

export const emailHookView = z.object({ ...hookView, email: z.string() }).meta({ id: 'EmailHook' });
export type EmailHookView = z.infer<typeof emailHookView>;

export const viewEmailHook = (link: Link, hook: Hook): EmailHookView => ({
  ...viewHook(hook),
  url: link('hooks-email', hook.uuid),
  email: hook.destination,
});

const email = text(75).pipe(z.email({ error: () => 'Enter a valid email address.' }));
const fields = z.object({ email, ...wantedFields });

export const newEmailHookBody = fields.transform(({ email: destination, ...wanted }) => ({
  ...{ ...NEW_HOOK, destination },
  ...wantedOf(wanted),
}));
export const emailHookBody = fields.partial().transform(({ email: destination, ...wanted }) => ({
  ...(destination !== undefined && { destination }),
  ...wantedOf(wanted),
}));

export const emailHookListing: Listing<Hook, EmailHookView> = {
  filters: { equals: { author_uuid: ({ userUuid }) => userUuid } },
  schema: emailHookView,
  view: viewEmailHook,
};

export const emailHookOperations: Operations = {
  'GET /': {
    summary: 'List e-mail hooks',
    rule: 'visible.list',
    description: "The caller's own.",
    listing: emailHookListing,
  },
  'GET /{uuid}/': { summary: 'Show an e-mail hook', rule: 'hook.see', reply: emailHookView },
  'POST /': {
    summary: 'Ask to be told of events by e-mail',
    rule: 'account.use',
    description: 'Each event that the caller may see is an e-mail.',
    body: newEmailHookBody,
    status: 201,
    reply: emailHookView,
  },
  'PATCH /{uuid}/': {
    summary: 'Change an e-mail hook',
    rule: 'hook.change',
    body: emailHookBody,
    reply: emailHookView,
  },
  'PUT /{uuid}/': {
    summary: 'Replace an e-mail hook',
    rule: 'hook.change',
    body: newEmailHookBody,
    reply: emailHookView,
  },
  'DELETE /{uuid}/': { summary: 'Delete an e-mail hook', rule: 'hook.change', status: 204 },
};
