/** A page in a headless browser. The browser keeps cookies, follows redirects, and submits the only form of a page. */
export type Page = { url: string; status: number; html: string };
export type Browser = {
  /** Opens the address and follows redirects. Stops at a page, or at an address that begins with `until`. */
  open(address: string, until?: string): Promise<Page>;
  submit(page: Page, fields: Record<string, string>, until?: string): Promise<Page>;
  /** The `Cookie` header for requests by a page's script. It holds only cookies with the path `/`. */
  cookie(): string;
};

type Cookie = { name: string; value: string; path: string };

const MAX_REDIRECTS = 10;
const unescaped = (text: string): string => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"');

function formOf({ html, url }: Page): string {
  const action = /<form[^>]*\saction="([^"]*)"/.exec(html)?.[1];
  if (action === undefined) throw new Error(`the page at ${url} has no form: ${html.slice(0, 500)}`);
  return new URL(unescaped(action), url).href;
}

export function aBrowser(): Browser {
  const cookies = new Map<string, Cookie>();

  function keepCookies(answer: Response): void {
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /;\s*path=([^;]*)/i.exec(line)?.[1] ?? '/';
      // The realms of a Keycloak set cookies with the same names, each under its own path.
      const key = `${path} ${name}`;
      if (value === '' || /max-age=0/i.test(line)) cookies.delete(key);
      else cookies.set(key, { name, value, path });
    }
  }

  const cookieFor = (pathname: string) =>
    [...cookies.values()]
      .filter(({ path }) => pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');

  async function send(address: string, form: Record<string, string> | undefined, until?: string): Promise<Page> {
    let [url, body] = [address, form];
    for (let hop = 0; hop < MAX_REDIRECTS; hop += 1) {
      const answer = await fetch(url, {
        method: body ? 'POST' : 'GET',
        redirect: 'manual',
        headers: { cookie: cookieFor(new URL(url).pathname) },
        ...(body && { body: new URLSearchParams(body) }),
        signal: AbortSignal.timeout(10_000),
      });
      keepCookies(answer);
      const location = answer.headers.get('location');
      const html = await answer.text();
      if (location === null) return { url, status: answer.status, html };
      [url, body] = [new URL(location, url).href, undefined];
      if (until !== undefined && url.startsWith(until)) return { url, status: answer.status, html: '' };
    }
    throw new Error(`${address} leads nowhere`);
  }

  return {
    open: (address, until) => send(address, undefined, until),
    submit: (page, fields, until) => send(formOf(page), fields, until),
    cookie: () => cookieFor('/'),
  };
}
