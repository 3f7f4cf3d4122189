import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mail } from './mail.ts';
import { eventMail, invitationMail, orderFailedMail } from './templates.ts';

const AT = '2026-03-08T12:00:00.000Z';
const ID = '1'.repeat(32);
const TO = { key: 'k', to: 'ada@example.org' };
const LINK = 'https://paddock.example/invitation/1/#t';
/** Stored rows that have this text in every field that a user or a backend can choose. */
const rowsWith = (text: string) => ({
  invitation: mail.parse({
    ...TO,
    template: 'invitation',
    values: {
      ...{ invitationUuid: ID, role: text, scopeType: 'project', scope: text, invitedBy: text, extraText: '' },
      expiresAt: AT,
    },
  }),
  failed: mail.parse({
    ...TO,
    template: 'order-failed',
    values: { type: 'Create', cluster: text, project: text, orderUuid: ID, code: 'INTERNAL', reason: text },
  }),
  event: mail.parse({
    ...TO,
    template: 'event',
    values: { message: text, eventType: 'role_granted', at: AT, scope: text },
  }),
});

function textsOf(text: string): string[] {
  const { invitation, failed, event } = rowsWith(text);
  return [
    ...(invitation.template === 'invitation' ? [invitationMail(invitation.values, LINK).text] : []),
    ...(failed.template === 'order-failed' ? [orderFailedMail(failed.values).text] : []),
    ...(event.template === 'event' ? [eventMail(event.values, LINK).text] : []),
  ];
}

describe('an e-mail', () => {
  test('has only the lines that we write, whatever the names contain', () => {
    const linesOf = (text: string) => textsOf(text).map((one) => one.split(/[\n\r\u0085\u2028\u2029\v\f]/).length);
    const ours = linesOf('x');
    expect(ours).toHaveLength(3);
    const anyName = fc.tuple(fc.string({ unit: 'binary' }), fc.constantFrom('\n', '\r', '\u2028', '\u2029', '\u0085'));
    fc.assert(
      fc.property(anyName, ([name, end]) => {
        expect(linesOf(`x${name}${end}Sign in here:`)).toEqual(ours);
      }),
    );
  });

  test('has only text in its written direction', () => {
    for (const text of textsOf('ada\u202egro.elpmaxe@kcoddap\u2066'))
      expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });

  test('keeps the paragraphs of an invitation’s text', () => {
    const { values } = mail.parse({
      ...{ ...TO, template: 'invitation' },
      values: {
        ...{ invitationUuid: ID, role: 'r', scopeType: 'project', scope: 's', invitedBy: 'i', expiresAt: AT },
        extraText: 'Come\r\nand see\u2028it',
      },
    });
    expect(values).toMatchObject({ extraText: 'Come\nand see it' });
  });
});
