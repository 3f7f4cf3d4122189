import { createHash } from 'node:crypto';
import { type Html, htmlPage, rawHtml } from '#shared/domain/mail/mail-parts';
import type { ApiReply } from './replies.ts';

/** A script of a page: the HTML element, and the hash by which the page's content security policy allows the script. */
export type Script = { element: Html; source: string };

/**
 * Makes a script for a page.
 * @param text must not contain `<`, which can begin a tag in HTML. `<` cannot be escaped, because browsers do not
 * decode `&lt;` in scripts
 */
export function script(text: string): Script {
  if (text.includes('<')) throw new Error('a script must not contain "<"');
  return {
    element: rawHtml(`<script>${text}</script>`),
    source: `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  };
}

/**
 * A page of Paddock. The page's content security policy forbids loading anything. It allows forms and calls only to
 * Paddock's own origin. Links on the page send no referrer.
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
