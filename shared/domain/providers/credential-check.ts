/** The result of checking one credential of a provider (`POST service-settings/{uuid}/check/`). */
export type CredentialCheck = {
  /** Waldur's name of the checked option, such as `vault_token`. */
  option: string;
  ok: boolean;
  /** What works, or what is wrong or missing. Never the credential. */
  message: string;
};

export const passedCheck = (option: string, message: string): CredentialCheck => ({ option, ok: true, message });

/** Time limit for one request of a check, because the caller waits. */
export const CHECK_TIMEOUT_MS = 5000;
