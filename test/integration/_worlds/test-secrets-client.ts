import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { inject } from 'vitest';

/** A Secrets Manager client for the AWS that the test suite uses. */
export const testSecretsClient = (): SecretsManagerClient =>
  new SecretsManagerClient({
    endpoint: inject('awsEndpoint'),
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
