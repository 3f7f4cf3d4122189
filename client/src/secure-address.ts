/** Tokens would be sent to the address unencrypted. */
export class InsecureAddress extends Error {
  override readonly name = 'InsecureAddress';

  constructor(hostname: string) {
    super(`Over http, anyone on the network between you and ${hostname} can read your token.`);
  }
}

/**
 * Checks that tokens are sent to an address over TLS, or stay on this machine.
 * @throws InsecureAddress if they do not
 */
export function assertSecureAddress(address: string): void {
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:' && !isThisMachine(hostname)) throw new InsecureAddress(hostname);
}

/** Whether requests to the host stay on this machine. The class URL has already normalized the host name. */
const isThisMachine = (hostname: string): boolean => /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
