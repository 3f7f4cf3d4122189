import { expect, test } from 'vitest';
import { roleStatements } from './role-statements.ts';
import { synth } from './synth.ts';

/** The unsubscribe links of e-mails are signed, whichever service sends the e-mails. */
const SIGNING = 'secretsmanager:GetSecretValue paddock/test/mail-key/*';
const FROM = { PADDOCK_MAIL_FROM: 'paddock@example.org' };

test.each([
  // The messages are MIME. For MIME, SES also requires `ses:SendRawEmail`, whichever call is used.
  [
    'Amazon SES',
    FROM,
    ['ses:SendEmail', 'ses:SendRawEmail'].flatMap((action) =>
      ['example.org', 'paddock@example.org'].map((identity) => `${action} identity/${identity}`),
    ),
  ],
  [
    'a mail server of one’s own',
    { ...FROM, PADDOCK_SMTP_URL: 'smtps://mail.example.org' },
    ['secretsmanager:GetSecretValue paddock/test/smtp/*'],
  ],
  ['nobody', {}, []],
])(
  'who delivers e-mails may do what %s takes, and no more',
  (_, env, rights) => {
    const ways = /^(ses|secretsmanager):/;
    const own = roleStatements(synth(env)).filter(({ role, action }) => role.startsWith('Mails') && ways.test(action));
    expect(own.map(({ action, resource }) => `${action} ${resource.replace(/^.*:/, '')}`).sort()).toEqual(
      [...rights, SIGNING].sort(),
    );
  },
  60_000,
);
