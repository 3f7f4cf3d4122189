/** What trying one credential of a provider showed (`POST service-settings/{uuid}/check/`). */
export type CredentialCheck = {
  /** Waldur's name of the option that is right or wrong, as in `vault_token`; what a message is about. */
  option: string;
  ok: boolean;
  /** What works, or what is wrong and what the credential lacks. Never the credential. */
  message: string;
};
