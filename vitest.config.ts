import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { filesOf } from './test/suites/long-files.ts';

/**
 * Settings of suites without shared state. These suites use all cores. They run after the suites that share a deployed
 * stack or an emulator.
 */
const onAllCores = { maxWorkers: availableParallelism(), sequence: { groupOrder: 1 } };

/**
 * Timeouts of suites whose tests set no deadlines. The timeouts are long, because tests take several times as long on a
 * busy machine.
 */
const patient = { testTimeout: 30_000, hookTimeout: 60_000 };

/** Setup files that `npm run api-docs` adds to the integration suite. */
const recorders = process.env.PADDOCK_API_CALLS === undefined ? [] : ['test/api-coverage/record-steps.ts'];

/** The test suites, sorted by cost. Put a test into the cheapest suite that can prove the tested behavior. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...onAllCores,
          ...patient,
          name: 'unit',
          // The test files share no state, so each worker loads modules only once for all files. This halves the time
          // of the suite.
          isolate: false,
          include: [
            '{client,cli,console,shared,functions,statemachines,infra,relay,test/simulators,test/faults,test/probe,test/crashes,test/bench,test/texts}/**/*.test.ts',
            'test/{real,certify}/**/*.test.ts',
          ],
          exclude: ['test/real/**/*.real.test.ts', '**/*.{certify,faults,bench}.test.ts'],
        },
      },
      {
        test: {
          ...onAllCores,
          ...patient,
          name: 'build',
          // All files of a worker share the synthesized stacks.
          isolate: false,
          include: ['test/{architecture,infra,requirements,rights}/**/*.test.ts'],
        },
      },
      {
        test: {
          ...onAllCores,
          ...patient,
          name: 'contracts',
          ...filesOf('contracts', ['test/contracts/**/*.test.ts']),
        },
      },
      {
        test: {
          name: 'integration',
          // Each file creates its objects under its own names. Therefore a worker loads modules only once for all its
          // files.
          isolate: false,
          ...filesOf('integration', ['test/integration/**/*.int.test.ts']),
          globalSetup: ['test/integration/emulator-setup.ts'],
          setupFiles: ['test/integration/table-setup.ts', ...recorders],
          // All files share one emulator. Files sometimes wait for simulators, so a third worker keeps two cores busy.
          maxWorkers: 3,
          ...patient,
          // Polls wait for the work of simulators. One second is too short when other files run at the same time.
          expect: { poll: { timeout: 10_000, interval: 20 } },
        },
      },
      {
        test: {
          name: 'e2e',
          ...filesOf('e2e', ['test/e2e/**/*.e2e.test.ts']),
          globalSetup: ['test/e2e/_worlds/local-cloud-setup.ts'],
          // Files compare the whole state of the backends before and after their tests. Therefore each worker has its
          // own deployed stack and runs one file at a time.
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.browser.test.ts'],
          globalSetup: ['test/browser/_worlds/browser-cloud-setup.ts'],
          // All files share one deployed stack. There is only one worker, because the browser and the stack need the
          // second core.
          maxWorkers: 1,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 15_000, interval: 100 } },
        },
      },
      {
        test: {
          name: 'bench',
          include: ['test/bench/**/*.bench.test.ts'],
          // Each part of the benchmark starts an emulator or a whole local cloud. This start takes most of the time of
          // the part.
          testTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['test/{faults,crashes}/**/*.faults.test.ts'],
          globalSetup: ['test/faults/fault-cloud-setup.ts'],
          // A test waits for its case, and the cases before it. Each case has a separate deadline, which is shorter.
          testTimeout: 900_000,
        },
      },
    ],
  },
});
