import { createHash } from 'node:crypto';
import { type Html, html, htmlPage } from '#shared/domain/mail/html';
import type { ApiReply } from '../_http/replies.ts';

/** Puts the token of the link where the form sends it from: a browser keeps what is behind a `#` to itself. Nothing in it has to be escaped. */
const SCRIPT = 'document.forms[0].token.value=location.hash.slice(1)';
const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64');
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${SCRIPT_HASH}'`,
  "style-src 'unsafe-inline'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = (status: number, title: string, body: Html): ApiReply => ({
  status,
  html: htmlPage(title, body),
  headers: { 'content-security-policy': CONTENT_SECURITY_POLICY, 'referrer-policy': 'no-referrer' },
});
const NO_LINK = html`<p>This link does not hold any more, or never has. Nothing was changed.</p>`;

export const askToConfirm = page(
  200,
  'Confirm this address',
  html`<h1>Confirm this address</h1>
<p>Somebody who uses Paddock wants to send e-mails about events to the address that your link came to.</p>
<form method="post">
<p><label>Token of the link: <input name="token" required autocomplete="off"></label></p>
<p><button>Yes, send them</button></p>
</form>
<script>${SCRIPT}</script>`,
);

export const confirmed = (isDone: boolean): ApiReply =>
  isDone
    ? page(200, 'Confirmed', html`<h1>Confirmed</h1><p>E-mails about events come to this address from now on.</p>`)
    : page(400, 'Not confirmed', html`<h1>Not confirmed</h1>${NO_LINK}`);

export const askToStop = page(
  200,
  'No more e-mails',
  html`<h1>No more e-mails</h1>
<p>Shall this hook of Paddock send no more e-mails to this address?</p>
<form method="post"><p><button>Send no more</button></p></form>`,
);

export const stopped = (isDone: boolean): ApiReply =>
  isDone
    ? page(200, 'No more e-mails', html`<h1>No more e-mails</h1><p>This hook sends no more e-mails here.</p>`)
    : page(400, 'Nothing stopped', html`<h1>Nothing stopped</h1>${NO_LINK}`);
