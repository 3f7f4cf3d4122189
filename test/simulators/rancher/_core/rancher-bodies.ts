import type { FastifyInstance } from 'fastify';
import { RancherError } from './rancher-errors.ts';

/** Text that is no JSON, with the reason in the words of Go's parser. */
export class UnreadableBody extends RancherError {
  constructor(message: string) {
    super(422, 'InvalidBodyContent', message);
  }
}

/** Steve writes `Failed to parse body: ` before the parser's message. */
export const asSteveFailure = (error: unknown): unknown =>
  error instanceof UnreadableBody ? new UnreadableBody(`Failed to parse body: ${error.message}`) : error;

/** Rancher's own APIs read every body as JSON, whatever its content type says. An empty body is undefined. */
export function rancherBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => {
    const content = String(text).trim();
    if (content === '') return done(null, undefined);
    try {
      done(null, JSON.parse(content));
    } catch {
      done(new UnreadableBody(goMessage(content)));
    }
  });
}

function goMessage(content: string): string {
  const [, atKey] = /^\{\s*([^"}\s])/.exec(content) ?? [];
  if (atKey) return `invalid character '${atKey}' looking for beginning of object key string`;
  const [, atValue] = /^([^[{"\-\dtfn])/.exec(content) ?? [];
  return atValue ? `invalid character '${atValue}' looking for beginning of value` : 'unexpected end of JSON input';
}
