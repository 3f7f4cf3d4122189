import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { ROOT } from '../config/stage-file.ts';
import { runToEnd } from '../local/run-to-end.ts';
import { deploymentFailure } from './deployment-failure.ts';

const CDK = join(dirname(createRequire(import.meta.url).resolve('aws-cdk/package.json')), 'bin', 'cdk');
const APP = join(ROOT, 'infra', 'app.ts');
/**
 * The CDK CLI runs this command in a shell, in the root folder. The command contains no absolute path, because the
 * shell would split a path with spaces.
 */
const APP_COMMAND = 'node infra/app.ts';
const SILENT = ['--no-notices', '--no-version-reporting', '--ci'];
const QUIET = [...SILENT, '--progress', 'events'];
const outputs = z.record(z.string(), z.record(z.string(), z.string()));

export interface CdkOptions {
  /** Folder of the cloud assembly. */
  readonly assembly: string;
  readonly logDir: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
}

export interface SynthOptions extends CdkOptions {
  readonly context: Record<string, string>;
  readonly account: string;
  readonly region: string;
}

export interface DeployOptions extends CdkOptions {
  /** Settings for `infra/config.ts`, by key. If absent, `assembly` must already contain a cloud assembly. */
  readonly context?: Record<string, string>;
  /** A function that is called with each line of the CLI's output, as soon as the line is printed. */
  readonly onLine?: (line: string) => void;
}

export type Outputs = Partial<Record<string, string>>;

/**
 * Whether Paddock's own code declared the output. CDK adds more outputs, for values that one stack uses from another.
 */
const isOurs = ([key]: [string, string]): boolean => !key.startsWith('ExportsOutput');

export interface BuildOptions extends Omit<CdkOptions, 'assembly'> {
  /** Folder of the bundles, which is emptied first. Default: `dist/functions`. */
  readonly functionsDir?: string;
}

/** @throws OperatorError with the path of the log */
export async function bundleFunctions({ functionsDir, logDir, env, signal }: BuildOptions): Promise<void> {
  await runToEnd({
    name: 'bundling the functions',
    command: process.execPath,
    args: [join(ROOT, 'infra', 'build.ts'), ...(functionsDir ? [functionsDir] : [])],
    env,
    cwd: ROOT,
    logFile: join(logDir, 'build.log'),
    timeoutMs: 120_000,
    onFailure: 'the log has the file that esbuild could not bundle',
    ...(signal && { signal }),
  });
}

/**
 * Writes the cloud assembly. Runs the app directly. The CDK CLI would take two seconds more and would call AWS.
 * @param context settings for `infra/config.ts`, by key
 * @throws OperatorError with the path of the log
 */
export async function synthesize(options: SynthOptions): Promise<void> {
  await runToEnd({
    name: 'synthesizing the stacks',
    command: process.execPath,
    args: [APP],
    env: {
      ...options.env,
      CDK_OUTDIR: options.assembly,
      // Turns off CDK's validation of the CloudFormation templates, which takes four seconds. A test makes this
      // validation. `deployStacks` with a context also makes it.
      CDK_VALIDATION: 'false',
      CDK_CONTEXT_JSON: JSON.stringify(options.context),
      CDK_DEFAULT_ACCOUNT: options.account,
      CDK_DEFAULT_REGION: options.region,
    },
    cwd: ROOT,
    logFile: join(options.logDir, 'synth.log'),
    timeoutMs: 120_000,
    onFailure: deploymentFailure,
    ...(options.signal && { signal: options.signal }),
  });
}

/**
 * Deploys every stack of a cloud assembly, or of the app if a context is given. Returns the outputs of all stacks in
 * one object, because the keys of outputs are unique.
 * @throws OperatorError with the path of the log
 */
export async function deployStacks(options: DeployOptions): Promise<Outputs> {
  const file = join(options.assembly, 'outputs.json');
  await runToEnd({
    name: 'the deployment',
    command: process.execPath,
    args: [
      CDK,
      'deploy',
      '--all',
      ...sourceOf(options),
      '--require-approval',
      'never',
      '--outputs-file',
      file,
      ...QUIET,
    ],
    env: { ...options.env, CDK_DISABLE_VERSION_CHECK: '1' },
    cwd: ROOT,
    logFile: join(options.logDir, 'deploy.log'),
    timeoutMs: 40 * 60_000,
    onFailure: deploymentFailure,
    ...(options.onLine && { onLine: options.onLine }),
    ...(options.signal && { signal: options.signal }),
  });
  const byStack = Object.values(outputs.parse(JSON.parse(readFileSync(file, 'utf8'))));
  return Object.fromEntries(byStack.flatMap((values) => Object.entries(values).filter(isOurs)));
}

/**
 * Prints what a deployment of the app would change. Compares templates, which needs only the right to read. The CLI's
 * default, a change set, needs more rights and shows little more.
 * @throws OperatorError with the path of the log
 */
export async function diffStacks(options: DeployOptions & { context: Record<string, string> }): Promise<void> {
  await runToEnd({
    name: 'the comparison',
    command: process.execPath,
    args: [CDK, 'diff', ...sourceOf(options), '--method', 'template', ...SILENT],
    env: { ...options.env, CDK_DISABLE_VERSION_CHECK: '1' },
    cwd: ROOT,
    logFile: join(options.logDir, 'diff.log'),
    timeoutMs: 10 * 60_000,
    onFailure: deploymentFailure,
    ...(options.onLine && { onLine: options.onLine }),
    ...(options.signal && { signal: options.signal }),
  });
}

const sourceOf = ({ assembly, context }: DeployOptions): string[] =>
  context ? ['--app', APP_COMMAND, '--output', assembly, ...contextFlags(context)] : ['--app', assembly];

function contextFlags(context: Record<string, string>): string[] {
  return Object.entries(context).flatMap(([key, value]) => ['--context', `${key}=${value}`]);
}
