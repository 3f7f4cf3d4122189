import { z } from 'zod';
import type { Representation } from './representation.ts';

const seconds = z.int().optional();
const flag = z.boolean().optional();

const simulated = z.object({
  id: z.string().optional(),
  realm: z.string().optional(),
  enabled: flag,
  accessTokenLifespan: seconds,
  ssoSessionIdleTimeout: seconds,
  oauth2DeviceCodeLifespan: seconds,
  oauth2DevicePollingInterval: seconds,
  loginWithEmailAllowed: flag,
  editUsernameAllowed: flag,
  eventsEnabled: flag,
  eventsExpiration: z.number().optional(),
  eventsListeners: z.array(z.string()).optional(),
  enabledEventTypes: z.array(z.string()).optional(),
  adminEventsEnabled: flag,
  adminEventsDetailsEnabled: flag,
  attributes: z.record(z.string(), z.string()).optional(),
});
export type RealmForm = z.infer<typeof simulated>;

/**
 * Realm settings without an effect in the simulator, such as themes, brute-force protection, one-time passwords and
 * offline sessions.
 */
const kept = {
  ...{ displayName: undefined, displayNameHtml: undefined, notBefore: 0, sslRequired: 'external' },
  ...{ loginTheme: undefined, accountTheme: undefined, adminTheme: undefined, emailTheme: undefined },
  ...{ internationalizationEnabled: false, supportedLocales: undefined, defaultLocale: undefined },
  ...{ registrationAllowed: false, rememberMe: false, resetPasswordAllowed: false, smtpServer: {} },
  ...{ accessTokenLifespanForImplicitFlow: 900, actionTokenGeneratedByAdminLifespan: 43_200 },
  ...{ actionTokenGeneratedByUserLifespan: 300, ssoSessionIdleTimeoutRememberMe: 0 },
  ...{ ssoSessionMaxLifespanRememberMe: 0, offlineSessionIdleTimeout: 2_592_000 },
  ...{ offlineSessionMaxLifespanEnabled: false, offlineSessionMaxLifespan: 5_184_000 },
  ...{ clientOfflineSessionIdleTimeout: 0, clientOfflineSessionMaxLifespan: 0 },
  ...{ userManagedAccessAllowed: false, maxFailureWaitSeconds: 900, minimumQuickLoginWaitSeconds: 60 },
  ...{ waitIncrementSeconds: 60, quickLoginCheckMilliSeconds: 1000, maxDeltaTimeSeconds: 43_200 },
  ...{ failureFactor: 30, maxSecondaryAuthFailures: 0, maxTemporaryLockouts: 0, permanentLockout: false },
  ...{ bruteForceStrategy: 'MULTIPLE', otpPolicyType: 'totp', otpPolicyAlgorithm: 'HmacSHA1' },
  ...{ otpPolicyInitialCounter: 0, otpPolicyDigits: 6, otpPolicyLookAheadWindow: 1, otpPolicyPeriod: 30 },
  ...{ otpPolicyCodeReusable: false, browserSecurityHeaders: {}, adminEventsExpiration: undefined },
  ...webAuthn('webAuthnPolicy'),
  ...webAuthn('webAuthnPolicyPasswordless'),
};

function webAuthn(prefix: string): Record<string, unknown> {
  const fields = {
    ...{ RpEntityName: 'keycloak', SignatureAlgorithms: ['ES256', 'RS256'], RpId: '', CreateTimeout: 0 },
    ...{ AttestationConveyancePreference: 'not specified', AuthenticatorAttachment: 'not specified' },
    ...{ RequireResidentKey: 'not specified', ResidentKey: 'not specified' },
    ...{ UserVerificationRequirement: 'not specified', AvoidSameAuthenticatorRegister: false },
    ...{ AcceptableAaguids: [], ExtraOrigins: [] },
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${prefix}${name}`, value]));
}

const fixed = {
  ...{ defaultSignatureAlgorithm: 'RS256', revokeRefreshToken: false, refreshTokenMaxReuse: 0 },
  ...{ ssoSessionMaxLifespan: 36_000, clientSessionIdleTimeout: 0, clientSessionMaxLifespan: 0 },
  ...{ accessCodeLifespan: 60, accessCodeLifespanUserAction: 300, accessCodeLifespanLogin: 1800 },
  ...{ registrationEmailAsUsername: false, verifyEmail: false, duplicateEmailsAllowed: false },
  ...{ bruteForceProtected: false, passwordPolicy: '', requiredCredentials: ['password'] },
  ...{ browserFlow: 'browser', registrationFlow: 'registration', directGrantFlow: 'direct grant' },
  ...{ resetCredentialsFlow: 'reset credentials', clientAuthenticationFlow: 'clients' },
  ...{ dockerAuthenticationFlow: 'docker auth', firstBrokerLoginFlow: 'first broker login' },
  ...{ organizationsEnabled: false, verifiableCredentialsEnabled: false, adminPermissionsEnabled: false },
  ...{ scimApiEnabled: false, clientProfiles: { profiles: [] }, clientPolicies: { policies: [] } },
};

/** Kinds of objects that the body of a new realm may contain. The simulator accepts only empty values for them. */
const imported = {
  ...{ users: [], groups: [], clients: [], roles: {}, scopeMappings: [], clientScopeMappings: {} },
  ...{ clientScopes: [], defaultDefaultClientScopes: [], defaultOptionalClientScopes: [], components: {} },
  ...{ identityProviders: [], identityProviderMappers: [], authenticationFlows: [], authenticatorConfig: [] },
  ...{ requiredActions: [], federatedUsers: [], protocolMappers: [], defaultGroups: [], defaultRoles: [] },
  ...{ organizations: [], localizationTexts: {}, userFederationProviders: [], userFederationMappers: [] },
};

export const realmRepresentation: Representation<typeof simulated.shape> = {
  kind: 'RealmRepresentation',
  simulated,
  kept,
  fixed: { ...fixed, ...imported },
  unread: ['defaultRole', 'otpSupportedApplications', 'keycloakVersion', 'publicKey', 'privateKey', 'certificate'],
};

/** The default values of the fields in a realm's representation. */
export const realmDefaults: Record<string, unknown> = {
  ...kept,
  ...fixed,
  ...{ webAuthnPolicyPasswordlessResidentKey: 'required', enabled: false, loginWithEmailAllowed: true },
  ...{ webAuthnPolicyPasswordlessUserVerificationRequirement: 'required', editUsernameAllowed: false },
  passwordPolicy: undefined,
};
