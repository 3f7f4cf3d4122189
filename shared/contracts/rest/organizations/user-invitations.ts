import { z } from 'zod';
import { executionOf, type Invitation, stateAt } from '#shared/domain/organizations/invitation';
import { ROLE_TITLES, roleName, roleUuid } from '#shared/domain/organizations/role';
import { exampleUuid } from '../_core/example-uuid.ts';
import { paragraphs, reference, text } from '../_core/fields.ts';
import type { Link, Listing } from '../_core/listing.ts';
import type { ApiOperations, RestResource } from '../_core/operation.ts';
import { roleReference } from './members.ts';

const STATES = ['pending', 'accepted', 'canceled', 'expired'] as const;
export const invitationView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    email: z.string(),
    state: z.enum(STATES),
    role: z.string(),
    role_name: roleName,
    role_description: z.string(),
    scope_type: z.enum(['customer', 'project']),
    scope_uuid: z.string(),
    scope_name: z.string(),
    scope_description: z
      .string()
      .meta({ description: 'Description of the project at the time of the invitation. Empty for a customer.' }),
    customer_uuid: z.string(),
    customer_name: z.string(),
    extra_invitation_text: z.string(),
    created_by_full_name: z.string(),
    created_by_username: z.string(),
    created_by_image: z.null().meta({ description: 'Always null, because users have no pictures.' }),
    execution_state: z
      .enum(['Scheduled', 'OK'])
      .meta({ description: '`Scheduled` until the e-mail of the invitation has been created, then `OK`.' }),
    error_message: z.literal('').meta({ description: 'Always empty.' }),
    created: z.string(),
    expires: z.string(),
  })
  .meta({ id: 'Invitation' });
export type InvitationView = z.infer<typeof invitationView>;

/** The view of an invitation. It needs the current time, because an invitation expires. */
export const viewInvitation =
  (now: Date) =>
  (link: Link, item: Invitation): InvitationView => ({
    url: link('user-invitations', item.uuid),
    uuid: item.uuid,
    email: item.email,
    state: stateAt(item, now),
    role: roleUuid(item.role),
    role_name: item.role,
    role_description: ROLE_TITLES[item.role],
    scope_type: item.scopeType,
    scope_uuid: item.scopeUuid,
    scope_name: item.scopeName,
    scope_description: item.scopeDescription,
    customer_uuid: item.customerUuid,
    customer_name: item.customerName,
    extra_invitation_text: item.extraInvitationText,
    created_by_full_name: item.createdByFullName,
    created_by_username: item.createdByUsername,
    created_by_image: null,
    execution_state: executionOf(item),
    error_message: '',
    created: item.created,
    expires: item.expiresAt,
  });

export const newInvitationBody = z
  .object({
    email: text(254).pipe(z.email({ error: () => 'Enter a valid email address.' })),
    role: roleReference(),
    scope: reference('customers', 'projects'),
    extra_invitation_text: paragraphs(2000)
      .default('')
      .meta({ description: 'Text that is added to the e-mail.', examples: ['Welcome to the group.'] }),
  })
  .transform(({ email, role, scope, extra_invitation_text }) => ({
    email,
    role,
    scopeUuid: scope,
    extraInvitationText: extra_invitation_text,
  }));
export const acceptanceBody = z.object({ token: text(200) });
export const detailView = z.object({ detail: z.string() });

export const invitationListing = (now: Date): Listing<Invitation, InvitationView> => ({
  filters: {
    within: ['customer', 'project'],
    contains: {
      email: ({ email }) => email,
      scope_name: ({ scopeName }) => scopeName,
      scope_description: ({ scopeDescription }) => scopeDescription,
    },
    uuids: { role_uuid: ({ role }) => roleUuid(role), scope: ({ scopeUuid }) => scopeUuid },
    nothing: ['civil_number'],
    equals: {
      email_exact: ({ email }) => email,
      role_name: ({ role }) => role,
      scope_type: ({ scopeType }) => scopeType,
    },
    choices: { state: { values: STATES, of: (item) => stateAt(item, now) } },
  },
  orderings: { created: ({ created }) => created, email: ({ email }) => email },
  schema: invitationView,
  view: viewInvitation(now),
});

const operations: ApiOperations = {
  'GET /': {
    summary: 'List invitations',
    description:
      'The invitations to customers and projects in which the caller may grant roles. Support and staff see all invitations.',
    rule: 'visible.list',
    listing: invitationListing(new Date(0)),
  },
  'GET /{uuid}/': { summary: 'Show an invitation', rule: 'invitation.see', reply: invitationView },
  'POST /': {
    summary: 'Invite a person by e-mail to take a role',
    description:
      '`scope` is the customer or the project. The role has no end. The e-mail has a link with a token, which works once within a week. No answer of the API shows the token.',
    rule: 'invitation.create',
    body: newInvitationBody,
    bodyExample: {
      email: 'grace@example.org',
      role: 'PROJECT.ADMIN',
      scope: exampleUuid('projects'),
      extra_invitation_text: 'Welcome to the group.',
    },
    status: 201,
    reply: invitationView,
  },
  'GET /{uuid}/accept/': {
    summary: 'Show the page for accepting an invitation',
    description:
      'A page for installations without a web console. After sign-in, a button accepts the invitation. The page cannot show details of the invitation, because the token is in the part of the link that browsers do not send (after `#`).',
    rule: 'public.see',
    media: 'text/html',
  },
  'POST /{uuid}/accept/': {
    summary: 'Accept an invitation',
    description:
      'The signed-in user with the token of the e-mail gets the role. 404 if the token is wrong or used, or if the invitation is canceled or expired. Refused if the sender of the invitation can no longer grant the role.',
    rule: 'account.use',
    body: acceptanceBody,
    reply: detailView,
  },
  'POST /{uuid}/cancel/': {
    summary: 'Cancel an invitation',
    rule: 'invitation.manage',
    reply: detailView,
    refuses: [400],
  },
  'POST /{uuid}/send/': {
    summary: 'Send an invitation again',
    description: 'The e-mail has a new token, which is valid for a week. The earlier token stops working.',
    rule: 'invitation.manage',
    reply: detailView,
    refuses: [400],
  },
};

export const userInvitationsResource: RestResource = {
  group: 'Customers',
  is: 'Invitations: roles offered by e-mail, also to people without an account.',
  operations,
};
