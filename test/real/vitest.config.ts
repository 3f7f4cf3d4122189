import { defineConfig } from 'vitest/config';

/** Files for `npm run test:real` and `npm run certify`. They need the real servers, so no other suite includes them. */
export default defineConfig({
  test: {
    include: ['test/contracts/*.contract.test.ts', 'test/real/**/*.real.test.ts', 'test/certify/**/*.certify.test.ts'],
    // A real cloud on a small machine can serve only one test file at a time.
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 300_000,
  },
});
