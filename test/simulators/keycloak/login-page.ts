import type { FastifyReply } from 'fastify';
import { z } from 'zod';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const field = (name: string): string => {
  const type = name === 'password' ? 'password' : 'text';
  return `<p><label>${name.replaceAll('_', ' ')} <input name="${name}" type="${type}" value=""></label></p>`;
};

/** An HTML page with a title and, if an action is given, one form. */
export function page(title: string, action?: string, fields: readonly string[] = []): string {
  const inputs = fields.map(field).join('');
  const button = '<button>Continue</button>';
  const form = action === undefined ? '' : `<form action="${escaped(action)}" method="post">${inputs}${button}</form>`;
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><h1>${escaped(title)}</h1>${form}`;
}

export const sendPage = (reply: FastifyReply, status: number, html: string): FastifyReply =>
  reply.code(status).type('text/html;charset=utf-8').send(html);

const typed = z.object({ username: z.string().default(''), password: z.string().default('') });
export const passwordOf = (form: unknown): z.infer<typeof typed> => typed.parse(form ?? {});
