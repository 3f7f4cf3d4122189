import type { ApplicationCredential } from '#shared/domain/providers/service-settings';

/** An application credential as Keystone shows it. Keystone shows the secret only in the answer to the creation. */
export type IssuedCredential = {
  id: string;
  name: string;
  description: string;
  /** The project for which the credential is valid. Undefined if the credential has no project. */
  projectId?: string;
  /** Names of the credential's roles, including roles that other roles imply. */
  roles: string[];
};
/**
 * `name` has at most 255 characters. It must be unique among all credentials of the account, in all projects. Upper and
 * lower case count as equal.
 */
export type NewCredential = { name: string; description: string; roles: readonly string[] };

/**
 * The application credentials of a session's account. They belong to the account, so the deletion of a project does not
 * delete them.
 */
export interface ApplicationCredentials {
  /** Lists the account's credentials for all projects, or only the credential with this name. Makes one request. */
  listApplicationCredentials(filter?: { name?: string }): Promise<IssuedCredential[]>;
  /**
   * Why the session cannot create an application credential with these roles, as a sentence. Undefined if the session
   * can create the credential. Makes no request except the login.
   */
  credentialProblem(roles: readonly string[]): Promise<string | undefined>;
  /**
   * Creates a credential for the session's project. The credential does not permit creating or deleting other
   * credentials. If `credentialProblem` returns a sentence, throws Misconfigured with this sentence. Throws
   * BackendConflict if the account already has a credential of this name. Throws BackendDepleted if the account has as
   * many credentials as the cloud allows.
   */
  createApplicationCredential(credential: NewCredential): Promise<ApplicationCredential>;
  /**
   * Deletes a credential. Nobody can log in with the credential any more. Services that have already seen a token of
   * the credential still accept this token for some minutes. Also succeeds if the credential is gone. Throws
   * BackendUnauthorized if the credential belongs to another account and the session lacks the role `admin`.
   */
  deleteApplicationCredential(id: string): Promise<void>;
}
