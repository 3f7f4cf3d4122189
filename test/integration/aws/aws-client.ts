import { inject } from 'vitest';

export const testAws = () => ({
  endpoint: inject('awsEndpoint'),
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});
