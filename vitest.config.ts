import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { filesOf } from './test/suites/long-files.ts';

/** For suites without shared state: on all cores, after those with a deployed stack or an emulator. */
const onAllCores = { maxWorkers: availableParallelism(), sequence: { groupOrder: 1 } };

/** For suites whose tests wait for no deadline: on a busy machine the same work takes several times as long. */
const patient = { testTimeout: 30_000, hookTimeout: 60_000 };

/** What `npm run api-docs` adds to the integration suite. */
const recorders = process.env.PADDOCK_API_CALLS === undefined ? [] : ['test/api-coverage/record-steps.ts'];

/** Suites by cost; a test belongs to the cheapest one that can show what it shows. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...onAllCores,
          ...patient,
          name: 'unit',
          // Its files leave nothing to each other, so modules are read once for all of them: half the time of the suite.
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
          // What synth has made is read by all files of a worker.
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
          // Each file makes what it needs under names of its own: modules are read once for all files of a worker.
          isolate: false,
          ...filesOf('integration', ['test/integration/**/*.int.test.ts']),
          globalSetup: ['test/integration/emulator-setup.ts'],
          setupFiles: ['test/integration/table-setup.ts', ...recorders],
          // One emulator serves all files. They wait for simulators now and then: a third keeps two cores at work meanwhile.
          maxWorkers: 3,
          ...patient,
          // What is waited for comes when a simulator has done it; a second is not enough where others are at work.
          expect: { poll: { timeout: 10_000, interval: 20 } },
        },
      },
      {
        test: {
          name: 'e2e',
          ...filesOf('e2e', ['test/e2e/**/*.e2e.test.ts']),
          globalSetup: ['test/e2e/_worlds/local-cloud-setup.ts'],
          // Files compare the backends' whole state before and after: each worker has a deployed stack of its own, and one file at a time.
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
          // One deployed stack serves all files; the second core is for the browser and the stack.
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
          // Each part starts an emulator, or a whole local cloud, and that is most of its time.
          testTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['test/{faults,crashes}/**/*.faults.test.ts'],
          globalSetup: ['test/faults/fault-cloud-setup.ts'],
          // The first test may wait for what the others share with it; each case has a deadline of its own.
          testTimeout: 240_000,
        },
      },
    ],
  },
});
