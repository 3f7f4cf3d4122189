import type { FastifyReply } from 'fastify';
import { z } from 'zod';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** A page as a browser gets it: a title and, with an action, one form. */
export function page(title: string, action?: string, fields: readonly string[] = []): string {
  const inputs = fields.map((name) => `<input name="${name}" value="">`).join('');
  const form = action === undefined ? '' : `<form action="${escaped(action)}" method="post">${inputs}</form>`;
  return `<!doctype html><title>${escaped(title)}</title><h1>${escaped(title)}</h1>${form}`;
}

export const sendPage = (reply: FastifyReply, status: number, html: string): FastifyReply =>
  reply.code(status).type('text/html;charset=utf-8').send(html);

const typed = z.object({ username: z.string().default(''), password: z.string().default('') });
/** What was typed into it. */
export const passwordOf = (form: unknown): z.infer<typeof typed> => typed.parse(form ?? {});
