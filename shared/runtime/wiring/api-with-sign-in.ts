import { oidcSecretName } from '#shared/domain/_core/secret-name';
import { oidcIdentityProvider } from '../../adapters/oidc/oidc-identity-provider.ts';
import type { IdentityProvider } from '../../ports/identity.ts';
import { systemClock } from '../clock-and-ids.ts';
import { apiEnv, outbound, readEnv } from '../env.ts';
import { type ApiDeps, apiDeps } from './api.ts';
import { awsSecrets } from './aws.ts';

type SignIn = { identityProvider: IdentityProvider | undefined; returnUrls: readonly string[]; sessionHours: number };

export function apiDepsWithSignIn(service: string): ApiDeps & SignIn {
  const deps = apiDeps(service);
  const env = readEnv(apiEnv);
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = env;
  const secrets = awsSecrets();
  const clientSecret = () => secrets.find(oidcSecretName(deps.stage), 0);
  return {
    ...deps,
    identityProvider:
      issuer && clientId
        ? oidcIdentityProvider({ issuer, clientId, clientSecret, clock: systemClock, outbound: outbound() })
        : undefined,
    returnUrls: env.SIGN_IN_RETURN_URLS,
    sessionHours: env.SESSION_HOURS,
  };
}
