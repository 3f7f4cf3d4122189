import { inject } from 'vitest';

/** Options of a client of the suite's AWS. */
export const testAws = () => ({
  endpoint: inject('awsEndpoint'),
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});
