import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { inject } from 'vitest';

export const testSecretsClient = (): SecretsManagerClient =>
  new SecretsManagerClient({
    endpoint: inject('awsEndpoint'),
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
