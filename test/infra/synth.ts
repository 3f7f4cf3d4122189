import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { readConfig } from '#infra/config';
import { keptSettings } from '#infra/config/kept-settings';
import { MonitoringStack } from '#infra/stacks/monitoring-stack';
import { PaddockStack } from '#infra/stacks/paddock-stack';

/** A stage with the name `test`, without bundles, because nothing runs here. */
export function stageStacks(env: Record<string, string> = {}, app = quietApp()) {
  const here = { PADDOCK_STAGE: 'test', CDK_DEFAULT_ACCOUNT: '000000000000', CDK_DEFAULT_REGION: 'us-east-1' };
  const { config, given } = readConfig({
    context: () => undefined,
    env: { ...here, ...env },
    folder: import.meta.dirname,
  });
  const code = () => Code.fromInline('exports.handler = () => {};');
  const paddock = new PaddockStack(app, { config, code }, keptSettings(given));
  return { paddock, monitoring: new MonitoringStack(app, { config }, paddock.made) };
}

/** An app without CloudFormation's built-in validation. The validation takes four seconds and has a separate test. */
const quietApp = () => new App({ builtinCloudFormationValidation: false });

export type StageTemplates = { paddock: Template; monitoring: Template };

function templatesOf(env?: Record<string, string>): StageTemplates {
  const { paddock, monitoring } = stageStacks(env);
  return { paddock: Template.fromStack(paddock), monitoring: Template.fromStack(monitoring) };
}
/** Tests only read a template, so all files of a worker share one stage. */
let usual: StageTemplates | undefined;

/** Both stacks of the stage. The first call takes seconds, so call it in `beforeAll(…, 60_000)`. */
export function synthStage(env?: Record<string, string>): StageTemplates {
  if (env) return templatesOf(env);
  usual ??= templatesOf();
  return usual;
}

/** The main stack. Alarms and the dashboard are in the other stack. */
export const synth = (env?: Record<string, string>): Template => synthStage(env).paddock;
