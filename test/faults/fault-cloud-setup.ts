import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TestProject } from 'vitest/node';
import type { Endpoints } from '#infra/local/endpoints';
import { startLocalCloud } from '#infra/local/local-cloud';
import { killable } from '#test/crashes/crash-cloud';
import { recordCalls } from '#test/rights/record-calls';
import { faultCloudOptions, STAGE } from './cloud-options.ts';
import { type FaultCase, matrixOf, oneOfEach, sampleOf } from './matrix.ts';
import { type Recording, recordPositions } from './record-positions.ts';

declare module 'vitest' {
  interface ProvidedContext {
    faultCloud: Endpoints;
    /**
     * The file contains the address of the server that each function asks before it starts. Without the file, functions
     * start at once.
     */
    controlFile: string;
    /** The cases are known before tests are collected, so that each case is a test. */
    faultSample: { recording: Recording; cases: FaultCase[] };
  }
}

/** The seed of the draw. The same seed draws the same cases as long as the recorded requests stay the same. */
const SEED = 5;

/**
 * The scenarios of the main sample. Operations on nodes run on managed clusters, because Paddock sends more requests
 * for these.
 */
const PLAYED = [
  { mode: 'self-managed', scenario: 'orders' },
  { mode: 'managed', scenario: 'orders' },
  { mode: 'managed', scenario: 'nodes' },
] as const;
/**
 * The cases of this scenario are a separate sample. If its requests change, the sample of `PLAYED` stays the same.
 * Replacements and upgrades of nodes take as long as all of `PLAYED`, and are only in `npm run test:faults`.
 */
const PLAYED_TOO = [{ mode: 'self-managed', scenario: 'hibernation' }] as const;

/** Scenarios of clusters with pools. Many of their requests also occur in `PLAYED`, but in steps with other names. */
const PLAYED_IN_POOLS = [
  { mode: 'pools', scenario: 'orders' },
  { mode: 'pools', scenario: 'pools' },
] as const;

const PLAYED_WITH_CLUSTER_API = [
  { mode: 'cluster-api', scenario: 'orders' },
  { mode: 'cluster-api', scenario: 'cluster-changes' },
] as const;

const PLAYED_PROJECTS = [{ mode: 'self-managed', scenario: 'projects' }] as const;

/** The positions that occur in every run. The second and later polls of a route may be missing in the next run. */
const certain = ({ positions }: Recording) => positions.filter(({ method, nth }) => method !== 'GET' || nth === 1);
/**
 * The most cases of one recording. One of each kind of case would take over half an hour on two cores: run them, and
 * all others, by `npm run test:faults`.
 */
const PER_RECORDING = 6;
const drawn = (recording: Recording): FaultCase[] =>
  sampleOf(oneOfEach(matrixOf(certain(recording)), SEED), PER_RECORDING, SEED);

const both = (one: Recording, other: Recording): Recording => ({
  positions: [...one.positions, ...other.positions],
  shapes: {
    'self-managed': { ...one.shapes['self-managed'], ...other.shapes['self-managed'] },
    managed: { ...one.shapes.managed, ...other.shapes.managed },
    pools: { ...one.shapes.pools, ...other.shapes.pools },
    'cluster-api': { ...one.shapes['cluster-api'], ...other.shapes['cluster-api'] },
  },
});

/**
 * Deploys one stack on free ports for all test files of the project. Records the requests to backends in a fault-free
 * run.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'paddock-control-'));
  const controlFile = pathToFileURL(join(folder, 'address')).href;
  const { wrapFunctions, describeStage } = recordCalls('faults');
  const options = killable(faultCloudOptions(), controlFile);
  const cloud = await startLocalCloud({
    ...options,
    wrapFunctions: async (functionsDir) => {
      await options.wrapFunctions?.(functionsDir);
      await wrapFunctions(functionsDir);
    },
  });
  const stop = () => cloud.stop().finally(() => rmSync(folder, { recursive: true }));
  try {
    await describeStage(cloud.endpoints, STAGE);
    const recording = await recordPositions(cloud.endpoints, PLAYED);
    const further = await recordPositions(cloud.endpoints, PLAYED_TOO);
    const pooled = await recordPositions(cloud.endpoints, PLAYED_IN_POOLS);
    const ofClusterApi = await recordPositions(cloud.endpoints, PLAYED_WITH_CLUSTER_API);
    const ofProjects = await recordPositions(cloud.endpoints, PLAYED_PROJECTS);
    project.provide('faultCloud', cloud.endpoints);
    project.provide('controlFile', controlFile);
    const recordings = [recording, further, pooled, ofClusterApi, ofProjects];
    const cases = recordings.flatMap(drawn);
    project.provide('faultSample', { recording: recordings.reduce(both), cases });
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
