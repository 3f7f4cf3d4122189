import { html } from '#shared/domain/mail/html';
import { htmlReply, script } from '../_http/html-reply.ts';

/**
 * The token stands behind `#`, which is not sent to servers. The script removes it from the address bar, and keeps it
 * in the tab's storage during a sign-in.
 */
const SCRIPT = script(`
const page = location.pathname;
const token = location.hash.slice(1) || sessionStorage.getItem(page) || '';
sessionStorage.setItem(page, token);
history.replaceState(null, '', page);
const button = document.querySelector('button');
const answer = document.querySelector('output');
const signIn = document.querySelector('a');
signIn.href = '/api/sign-in/start/?return_to=' + encodeURIComponent(location.origin + page);
const show = (text) => { answer.textContent = text; };
const accept = async () => {
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(page, { method: 'POST', headers, body: JSON.stringify({ token }) });
  signIn.hidden = reply.status !== 401;
  if (reply.status === 401) return show('Sign in first. You will come back to this page.');
  if (reply.status === 404) return show('This invitation is over, was used, or was sent again with another link.');
  const body = await reply.json();
  show(body.detail || [body].flat().join(' '));
  if (!reply.ok) return;
  sessionStorage.removeItem(page);
  button.hidden = true;
};
button.onclick = () => accept().catch(() => show('Paddock did not answer. Try again in a moment.'));
`);

export const invitationPage = htmlReply(
  200,
  'You are invited',
  html`<h1>You are invited</h1>
<p>Somebody offers you a role in Paddock. The e-mail says which one, and where.</p>
<p><button>Accept the invitation</button></p>
<p><output></output> <a hidden href="/">Sign in</a></p>
${SCRIPT.element}`,
  SCRIPT,
);
