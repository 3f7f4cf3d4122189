import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { keptSettings } from './config/kept-settings.ts';
import { type ReadConfig, readConfig } from './config.ts';
import { OperatorError } from './local/operator-error.ts';
import { keepRelease, releaseHere } from './release.ts';
import { MonitoringStack } from './stacks/monitoring-stack.ts';
import { PaddockStack } from './stacks/paddock-stack.ts';

const app = new App();
/**
 * The folder with the bundles that `infra/build.ts` has built. The local cloud (`infra/local/local-cloud.ts`) uses
 * another folder.
 */
const functionsDir: string = app.node.tryGetContext('functionsDir') ?? 'dist/functions';
/** The bundle of a function, without source maps, because nothing reads them on AWS. */
const bundle = (entry: string) =>
  Code.fromAsset(`${functionsDir}/${entry.replaceAll('/', '-')}`, { exclude: ['*.map'] });

function readOrEnd(): ReadConfig {
  try {
    return readConfig({ context: (name) => app.node.tryGetContext(name), env: process.env });
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(1);
  }
}

const { config, given } = readOrEnd();
const stack = new PaddockStack(app, { config, code: bundle }, keptSettings(given));
keepRelease(stack, releaseHere());
new MonitoringStack(app, { config }, stack.made);
app.synth();
