import type { Middleware } from 'openapi-fetch';
import { PaddockError } from './paddock-error.ts';

/**
 * Reads an answer to its end. What happens to the connection meanwhile then belongs to the request. Chromium gives an
 * answer with 204 an empty body, with which no Response of this status can be made.
 */
export async function readToEnd(response: Response): Promise<Response> {
  const body = await response.arrayBuffer();
  return new Response(body.byteLength === 0 ? null : body, response);
}

/** A proxy or a sign-in page of a network may answer with 200 and a page instead of Paddock. */
export const refuseOtherThanJson: Middleware = {
  async onResponse({ response, options }) {
    if (!response.ok || options.parseAs !== 'json') return;
    const text = await response.clone().text();
    if (text !== '' && !isJson(text)) throw new PaddockError(response, text);
  },
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
