import { createHash } from 'node:crypto';
import { type Html, htmlPage, rawHtml } from '#shared/domain/mail/html';
import type { ApiReply } from './replies.ts';

/** A script of a page: its element, and the only source of scripts that the page's policy allows. */
export type Script = { element: Html; source: string };

/** @param text nothing in it has to be escaped, since browsers would not read that back: no `<` */
export function script(text: string): Script {
  if (text.includes('<')) throw new Error('a script may have no "<"');
  return {
    element: rawHtml(`<script>${text}</script>`),
    source: `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  };
}

/** A page of our own. It loads nothing from anywhere, sends forms and calls to our origin only, and nothing says where a reader came from. */
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
