import { AppError, BackendThrottled, BackendUnauthorized, BackendUnavailable, Misconfigured } from '#shared/errors';

/** The result of checking one credential of a provider (`POST service-settings/{uuid}/check/`). */
export type CredentialCheck = {
  /** Waldur's name of the checked option, such as `vault_token`. */
  option: string;
  ok: boolean;
  /** The result as a text, which names a missing right, for example. The text never contains the credential. */
  message: string;
};

export const passedCheck = (option: string, message: string): CredentialCheck => ({ option, ok: true, message });

/** Time limit for one request of a check. It is short, because a caller waits for the result. */
export const CHECK_TIMEOUT_MS = 5000;

/**
 * The backend that is checked, and Waldur's names of the backend's options. An error message names the option that
 * causes the error.
 */
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

/** Why a backend could not be used: the wrong option, the cause, and advice. The texts do not end with a full stop. */
export type FailureText = { option: string; cause: string; advice: string };

function unreachable({ name, address, tls = address }: Tried, { message, details }: AppError): FailureText {
  if (PLAIN_HTTP.test(message)) {
    return { option: address, cause: `${name} does not use HTTPS at this address`, advice: 'check scheme and port' };
  }
  const certificate = CERTIFICATE_CODES.exec(message)?.[1];
  if (certificate !== undefined) {
    const advice = 'use a certificate of a trusted authority for this address, or add its authority to the CA bundle';
    return { option: tls, cause: `The certificate of ${name} is not accepted (${certificate})`, advice };
  }
  if (details.status !== undefined) {
    return { option: address, cause: `${name} answers with status ${details.status}`, advice: 'check that it works' };
  }
  if (/not JSON/.test(message)) return stranger(name, address);
  const reason = /\((E[A-Z_]+)\)/.exec(message)?.[1];
  const how = /did not answer/.test(message)
    ? 'did not answer in time'
    : `cannot be reached${reason ? ` (${reason})` : ''}`;
  const advice = 'check the address, and that the network of Paddock is allowed to connect';
  return { option: address, cause: `${name} ${how}`, advice };
}

const stranger = (name: string, option: string): FailureText => ({
  option,
  cause: `The system at this address does not answer like ${name}`,
  advice: 'check the address',
});

function refused({ name, credential, purpose }: Tried, { details }: AppError): FailureText {
  if (details.status === 403 && purpose !== undefined) {
    const cause = `${name} accepts the credential, but the credential lacks the right to ${purpose}`;
    return { option: credential, cause, advice: 'grant this right' };
  }
  const cause = `${name} does not accept the credential`;
  return { option: credential, cause, advice: 'make a new one and enter it here' };
}

/**
 * Explains a failed call, with the option that caused the failure. Paddock writes the texts itself, because the message
 * of a backend may quote secrets from the request. An error that does not come from a backend is thrown again.
 */
export function explainFailure(error: unknown, tried: Tried): FailureText {
  if (!(error instanceof AppError)) throw error;
  const { name, address, credential } = tried;
  if (error instanceof Misconfigured) {
    return { option: credential, cause: error.message.replace(/\.$/, ''), advice: '' };
  }
  if (error instanceof BackendUnauthorized) return refused(tried, error);
  if (error instanceof BackendUnavailable) return unreachable(tried, error);
  if (error instanceof BackendThrottled) {
    return { option: address, cause: `${name} gets too many requests`, advice: 'try again later' };
  }
  return stranger(name, address);
}

/**
 * The result of a failed check, made from the error of the call. An error that does not come from a backend is thrown
 * again.
 */
export function failedCheck(error: unknown, tried: Tried): CredentialCheck {
  const { option, cause, advice } = explainFailure(error, tried);
  return { option, ok: false, message: advice === '' ? `${cause}.` : `${cause}: ${advice}.` };
}
