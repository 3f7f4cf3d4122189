import type { Middleware } from 'openapi-fetch';
import { PaddockError } from './paddock-error.ts';

/**
 * Reads the whole answer, so that a failing connection counts as a failure of the request. An empty body becomes null,
 * because a Response with the status 204 must have the body null.
 */
export async function readToEnd(response: Response): Promise<Response> {
  // A browser gives no content for a redirect that is not followed.
  if (response.type === 'opaqueredirect') return response;
  const body = await response.arrayBuffer();
  return new Response(body.byteLength === 0 ? null : body, response);
}

/**
 * Refuses an answer that redirects, because Paddock answers at the address itself. A browser hides the status and the
 * new address from the program.
 */
export const refuseRedirects: Middleware = {
  async onResponse({ response }) {
    const location = response.headers.get('location');
    if (response.type !== 'opaqueredirect' && (response.status < 300 || response.status > 399 || location === null))
      return;
    const to = location === null ? 'another address' : location;
    throw new PaddockError(response, { detail: `The answer redirects to ${to}. Redirects are not followed.` });
  },
};

/** Refuses an answer that is not JSON. A proxy or a captive portal may answer with the status 200 and an HTML page. */
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
