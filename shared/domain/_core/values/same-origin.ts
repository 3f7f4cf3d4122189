/**
 * Whether two addresses lead to the same server: scheme, host and port are equal. An address without a scheme, such as
 * `registry.example.org:5000`, counts as https. Text that is no address equals only itself.
 */
export function sameOrigin(one: string, other: string): boolean {
  const [first, second] = [originOf(one), originOf(other)];
  return first === undefined || second === undefined ? one === other : first === second;
}

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

function originOf(address: string): string | undefined {
  const text = SCHEME.test(address) ? address : `https://${address}`;
  if (!URL.canParse(text)) return undefined;
  // `origin` is "null" for schemes such as ssh, so it would say nothing about the host.
  const { protocol, host } = new URL(text);
  return `${protocol}//${host}`;
}
