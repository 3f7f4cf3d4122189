import { assertSecureAddress, InsecureAddress } from '@paddock/client';
import { CommandError, EXIT } from '../command-error.ts';

const WRITE_IT_SO = 'Write it as `https://paddock.example`.';

type Rules = {
  /** The user accepts that tokens are sent unencrypted. */
  insecureHttp?: boolean;
  /** How the user accepts that. */
  howToAllow: string;
};

/**
 * Reads an address of a Paddock, whether it comes from an argument, the environment or the configuration file.
 * @throws CommandError if the text is not an address, or if tokens would be sent there unencrypted
 */
export function addressOf(given: string | undefined, { insecureHttp, howToAllow }: Rules): string {
  if (given === undefined) throw new CommandError('The address of Paddock is missing.', EXIT.usage, WRITE_IT_SO);
  if (!/^https?:\/\//.test(given) || !URL.canParse(given))
    throw new CommandError(`${given} is not an address of Paddock.`, EXIT.usage, WRITE_IT_SO);
  if (insecureHttp !== true) refuseInsecure(given, howToAllow);
  const { origin, pathname } = new URL(given);
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

function refuseInsecure(address: string, howToAllow: string): void {
  try {
    assertSecureAddress(address);
  } catch (error) {
    if (!(error instanceof InsecureAddress)) throw error;
    throw new CommandError(error.message, EXIT.usage, `Use https, or ${howToAllow} if you trust the network.`);
  }
}
