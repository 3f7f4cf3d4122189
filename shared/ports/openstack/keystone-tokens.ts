import type { OpenStackSettings } from '#shared/domain/providers/service-settings';

/** The user to whom a token of Keystone belongs, and the project for which the token is valid. */
export type KeystoneIdentity = {
  userId: string;
  userName: string;
  /** The domain of the user. The project may be in another domain. */
  userDomainName: string;
  projectId: string;
  /** Names of the user's roles in the project, including roles that other roles imply. */
  roles: readonly string[];
};

export interface KeystoneTokens {
  /**
   * Verifies a token at the Keystone of its cloud. A token that was revoked is accepted for at most one minute more.
   * Throws UnknownCredential if the token is not valid or is not for a project. Also throws the Backend* errors.
   */
  verify(cloud: OpenStackSettings, token: string): Promise<KeystoneIdentity>;
}
