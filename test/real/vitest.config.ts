import { defineConfig } from 'vitest/config';

/** Only what `npm run test:real` and `npm run certify` name; these files are part of no other suite, since they need the real servers. */
export default defineConfig({
  test: {
    include: ['test/contracts/*.contract.test.ts', 'test/real/**/*.real.test.ts', 'test/certify/**/*.certify.test.ts'],
    // A real cloud on a small machine does one thing at a time.
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 300_000,
  },
});
