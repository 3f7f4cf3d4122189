import { AppError, BackendThrottled, BackendUnauthorized, BackendUnavailable, Misconfigured } from '#shared/errors';

/** The result of checking one credential of a provider (`POST service-settings/{uuid}/check/`). */
export type CredentialCheck = {
  /** Waldur's name of the checked option, such as `vault_token`. */
  option: string;
  ok: boolean;
  /** The result as a text. For example, it names a missing right. It never contains the credential. */
  message: string;
};

export const passedCheck = (option: string, message: string): CredentialCheck => ({ option, ok: true, message });

/** Time limit for one request of a check. It is short, because a caller waits for the result. */
export const CHECK_TIMEOUT_MS = 5000;

/** The checked backend: its name, and the options that an error may be about. Options have Waldur's names. */
export type Tried = {
  name: string;
  address: string;
  /** The option with the trusted certificates. If absent, an error about TLS names the option with the address. */
  tls?: string;
  credential: string;
  /** What the credential is used for, as a part of a sentence: "list its projects". */
  purpose?: string;
};

/** OpenSSL's errors when a server answers in plain HTTP. */
const PLAIN_HTTP = /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/;
const CERTIFICATE_CODES = /\b([A-Z_]*(CERT|SELF_SIGNED|UNABLE_TO_VERIFY|TLS|SSL)[A-Z_]*|EPROTO)\b/;

function unreachable({ name, address, tls = address }: Tried, { message, details }: AppError): CredentialCheck {
  if (PLAIN_HTTP.test(message)) {
    return {
      option: address,
      ok: false,
      message: `${name} does not use HTTPS at this address: check scheme and port.`,
    };
  }
  const certificate = CERTIFICATE_CODES.exec(message)?.[1];
  if (certificate !== undefined) {
    const advice = 'use a certificate of a trusted authority for this address, or add its authority to the CA bundle';
    return {
      option: tls,
      ok: false,
      message: `The certificate of ${name} is not accepted (${certificate}): ${advice}.`,
    };
  }
  if (details.status !== undefined) {
    return {
      option: address,
      ok: false,
      message: `${name} answers with status ${details.status}: check that it works.`,
    };
  }
  if (/not JSON/.test(message)) return { option: address, ok: false, message: stranger(name) };
  const reason = /\((E[A-Z_]+)\)/.exec(message)?.[1];
  const how = /did not answer/.test(message)
    ? 'did not answer in time'
    : `cannot be reached${reason ? ` (${reason})` : ''}`;
  const advice = 'check the address, and that this network may reach it';
  return { option: address, ok: false, message: `${name} ${how}: ${advice}.` };
}

const stranger = (name: string): string =>
  `The system at this address does not answer like ${name}: check the address.`;

function refused({ name, credential, purpose }: Tried, { details }: AppError): CredentialCheck {
  const message =
    details.status === 403 && purpose !== undefined
      ? `${name} accepts the credential, but the credential lacks the right to ${purpose}: grant this right.`
      : `${name} does not accept the credential: make a new one and enter it here.`;
  return { option: credential, ok: false, message };
}

/**
 * The failed check, with the option that caused the failure. Paddock writes the message itself, because the message of
 * a backend may quote secrets from the request. An error that does not come from a backend is thrown again.
 */
export function failedCheck(error: unknown, tried: Tried): CredentialCheck {
  if (!(error instanceof AppError)) throw error;
  const { name, address, credential } = tried;
  if (error instanceof Misconfigured) return { option: credential, ok: false, message: error.message };
  if (error instanceof BackendUnauthorized) return refused(tried, error);
  if (error instanceof BackendUnavailable) return unreachable(tried, error);
  if (error instanceof BackendThrottled) {
    return { option: address, ok: false, message: `${name} gets too many requests: try again later.` };
  }
  return { option: address, ok: false, message: stranger(name) };
}
