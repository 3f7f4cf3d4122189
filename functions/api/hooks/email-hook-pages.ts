import { html } from '#shared/domain/mail/html';
import { htmlReply, script } from '../_http/html-reply.ts';
import type { ApiReply } from '../_http/replies.ts';

/** Copies the token of the link into the form: browsers do not send what is behind `#`. */
const SCRIPT = script('document.forms[0].token.value=location.hash.slice(1)');

const NO_LINK = html`<p>This link does not hold any more, or never has. Nothing was changed.</p>`;

export const askToConfirm = htmlReply(
  200,
  'Confirm this address',
  html`<h1>Confirm this address</h1>
<p>Somebody who uses Paddock wants to send e-mails about events to the address that your link came to.</p>
<form method="post">
<p><label>Token of the link: <input name="token" required autocomplete="off"></label></p>
<p><button>Yes, send them</button></p>
</form>
${SCRIPT.element}`,
  SCRIPT,
);

export const confirmed = (isDone: boolean): ApiReply =>
  isDone
    ? htmlReply(200, 'Confirmed', html`<h1>Confirmed</h1><p>E-mails about events come to this address from now on.</p>`)
    : htmlReply(400, 'Not confirmed', html`<h1>Not confirmed</h1>${NO_LINK}`);

export const askToStop = htmlReply(
  200,
  'No more e-mails',
  html`<h1>No more e-mails</h1>
<p>Shall this hook of Paddock send no more e-mails to this address?</p>
<form method="post"><p><button>Send no more</button></p></form>`,
);

export const stopped = (isDone: boolean): ApiReply =>
  isDone
    ? htmlReply(200, 'No more e-mails', html`<h1>No more e-mails</h1><p>This hook sends no more e-mails here.</p>`)
    : htmlReply(400, 'Nothing stopped', html`<h1>Nothing stopped</h1>${NO_LINK}`);
