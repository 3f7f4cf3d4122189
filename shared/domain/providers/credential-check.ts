/** What trying one credential of a provider showed (`POST service-settings/{uuid}/check/`). */
export type CredentialCheck = {
  /** Waldur's name of the option that is right or wrong, as in `vault_token`; what a message is about. */
  option: string;
  ok: boolean;
  /** What works, or what is wrong and what the credential lacks. Never the credential. */
  message: string;
};

export const passedCheck = (option: string, message: string): CredentialCheck => ({ option, ok: true, message });

/** Longest time that one request of a check may take: whoever asked is waiting. */
export const CHECK_TIMEOUT_MS = 5000;
