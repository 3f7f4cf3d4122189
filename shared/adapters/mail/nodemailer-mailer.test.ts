import { expect, test } from 'vitest';
import { mailFailure } from './nodemailer-mailer.ts';

const ofSmtp = (code: string, responseCode?: number) => Object.assign(new Error('said'), { code, responseCode });
const ofSes = (name: string, $fault: string) => Object.assign(new Error('said'), { name, $fault });

test.each([
  [ofSmtp('ECONNECTION'), 'BackendUnavailable'],
  [ofSmtp('ETIMEDOUT'), 'BackendUnavailable'],
  [ofSmtp('EENVELOPE', 451), 'BackendUnavailable'],
  [ofSmtp('EENVELOPE', 550), 'BackendRejected'],
  [ofSmtp('EMESSAGE', 554), 'BackendRejected'],
  [ofSmtp('EAUTH', 535), 'BackendUnauthorized'],
  [ofSes('MessageRejected', 'client'), 'BackendRejected'],
  [ofSes('MailFromDomainNotVerifiedException', 'client'), 'BackendRejected'],
  [ofSes('TooManyRequestsException', 'client'), 'BackendUnavailable'],
  [ofSes('SendingPausedException', 'client'), 'BackendUnavailable'],
  [ofSes('AccessDeniedException', 'client'), 'BackendUnauthorized'],
  [ofSes('InternalServiceErrorException', 'server'), 'BackendUnavailable'],
])('what a mail server says is named for what can be done about it: %s', (error, name) => {
  expect(mailFailure(error)).toMatchObject({ name, cause: error });
});
