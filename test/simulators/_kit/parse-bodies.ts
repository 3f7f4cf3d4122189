import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';

/**
 * The body is JSON if the content type says so, or if the text looks like it: real servers take JSON without a content
 * type. A form becomes an object. Anything else stays text. An empty body is undefined.
 */
export async function parseBodies(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(formbody);
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, text, done) => {
    try {
      done(null, parse(String(text), request.headers['content-type'] ?? ''));
    } catch (cause) {
      done(Object.assign(new Error('Malformed JSON', { cause }), { statusCode: 400 }));
    }
  });
}

function parse(text: string, contentType: string): unknown {
  if (text.trim() === '') return undefined;
  const declared = /[/+]json\b/.test(contentType);
  return declared || /^\s*[[{]/.test(text) ? JSON.parse(text) : text;
}
