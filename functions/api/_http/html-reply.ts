import { createHash } from 'node:crypto';
import { type Html, htmlPage, rawHtml } from '#shared/domain/mail/mail-parts';
import type { ApiReply } from './replies.ts';

/** A page's script: its element, and the hash by which the page's policy allows it. */
export type Script = { element: Html; source: string };

/** @param text must not contain `<`: browsers do not unescape scripts */
export function script(text: string): Script {
  if (text.includes('<')) throw new Error('a script must not contain "<"');
  return {
    element: rawHtml(`<script>${text}</script>`),
    source: `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  };
}

/**
 * A page of our own. Its policy lets it load nothing, send forms and calls only to our origin, and send no referrer.
 */
export function htmlReply(status: number, title: string, body: Html, code?: Script): ApiReply {
  const policy = [
    "default-src 'none'",
    `script-src ${code?.source ?? "'none'"}`,
    "connect-src 'self'",
    "style-src 'unsafe-inline'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    status,
    html: htmlPage(title, body),
    headers: { 'content-security-policy': policy.join('; '), 'referrer-policy': 'no-referrer' },
  };
}
