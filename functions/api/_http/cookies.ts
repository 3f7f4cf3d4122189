/** `__Host-`: no other host of the domain can set it, and it is sent over TLS only. A local cloud has no TLS. */
const nameFor = (name: string, origin: string): string => (origin.startsWith('https:') ? `__Host-${name}` : name);

type Lasting = { value: string; maxAgeSeconds: number };
/** Scripts cannot read it. Lax, because the identity provider, or a mail's link, leads the browser back. */
function setCookie(name: string, origin: string, { value, maxAgeSeconds }: Lasting): string {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${nameFor(name, origin)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

type Reader = { origin: string; cookie(name: string): string | undefined };
const cookie = (name: string) => ({
  read: ({ origin, ...request }: Reader): string => request.cookie(nameFor(name, origin)) ?? '',
  set: (origin: string, lasting: Lasting): string => setCookie(name, origin, lasting),
  clear: (origin: string): string => setCookie(name, origin, { value: '', maxAgeSeconds: 0 }),
});

/** The API token of a browser after sign-in. */
export const SESSION = cookie('paddock-session');
/** Identifies the browser that returns from the identity provider. */
export const SIGN_IN = cookie('paddock-sign-in');
