import { CommandError, EXIT } from '../command-error.ts';

const WRITE_IT_SO = 'Write it as `paddock login https://paddock.example`.';

/**
 * Reads the address of a Paddock to sign in to.
 * @throws CommandError if the text is not an address, or if tokens would be sent there unencrypted
 */
export function addressOf(given: string | undefined, { insecureHttp }: { insecureHttp?: boolean }): string {
  if (given === undefined) throw new CommandError('The address of Paddock is missing.', EXIT.usage, WRITE_IT_SO);
  if (!/^https?:\/\//.test(given) || !URL.canParse(given))
    throw new CommandError(`${given} is not an address.`, EXIT.usage, WRITE_IT_SO);
  const { protocol, hostname, origin, pathname } = new URL(given);
  if (protocol === 'http:' && !isThisMachine(hostname) && insecureHttp !== true)
    throw new CommandError(
      `Over http, anyone on the network between you and ${hostname} can read your token.`,
      EXIT.usage,
      'Use https, or add --insecure-http if you trust the network.',
    );
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

/** Whether requests to the host stay on this machine. The class URL has already normalized the host name. */
const isThisMachine = (hostname: string): boolean => /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
