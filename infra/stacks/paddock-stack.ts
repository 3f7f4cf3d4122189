import { CfnOutput, CfnResource, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { KEPT_UNDER, type Kept } from '#infra/config/kept-settings';
import { MACHINE_NAMES } from '#machines/machine-names';
import { HttpGateway } from '../constructs/http-gateway.ts';
import { AlarmTopic } from '../constructs/operator-alarm.ts';
import { nameOf, type Platform, stageTags } from '../constructs/platform.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { StageKey } from '../constructs/stage-key.ts';
import { AccessSyncs } from './access-syncs.ts';
import { Api } from './api.ts';
import { Console } from './console.ts';
import { Data } from './data.ts';
import { Dispatch } from './dispatch.ts';
import { Hooks } from './hooks.ts';
import { Mails } from './mails.ts';
import { Maintenance } from './maintenance.ts';
import type { MadeParts } from './monitoring-stack.ts';
import { Steps } from './steps.ts';
import { Syncs } from './syncs.ts';
import { StateMachines } from './workflows.ts';

/**
 * A stage of Paddock without its alarms and dashboard (`monitoring-stack.ts`). All other resources are in one stack, so
 * that a deployment is one change set and cannot stop between two stacks.
 */
export class PaddockStack extends Stack {
  readonly made: MadeParts;

  /**
   * @param kept the settings of this deployment. The stack stores these settings, so that the next deployment can
   * compare its own settings with them
   */
  constructor(scope: Construct, given: Omit<Platform, 'key'>, kept: Kept) {
    const { stage, account, region } = given.config;
    const tags = stageTags(given.config);
    super(scope, `paddock-${stage}`, {
      ...{ env: { account, region }, description: `Paddock, stage ${stage}`, tags },
      // The template is not indented, because CloudFormation accepts at most 1,000,000 bytes.
      suppressTemplateIndentation: true,
    });
    const platform = { ...given, key: new StageKey(this, 'Key', given.config) };
    const data = new Data(this, 'Data', platform);
    const gateway = new HttpGateway(this, 'Gateway', platform);
    const console = platform.config.console ? new Console(this, 'Console', platform, gateway) : undefined;
    const publicUrl = platform.config.publicUrl ?? console?.url ?? gateway.url;
    const { functions } = new Steps(this, 'Steps', platform, { data, publicUrl });
    const workflows = new StateMachines(this, 'Workflows', platform, { functions });
    new Dispatch(this, 'Dispatch', platform, { data, workflows });
    new Api(this, 'Api', platform, { data, gateway, console });
    new Hooks(this, 'Hooks', platform, { data });
    new Mails(this, 'Mails', platform, { data, publicUrl, hasConsole: console !== undefined });
    new Maintenance(this, 'Maintenance', platform, { data });
    new Syncs(this, 'Syncs', platform, { data, workflows });
    new AccessSyncs(this, 'AccessSyncs', { data, workflows });
    // The topic is in this stack and not in the stack of the alarms. So subscriptions made by hand survive when the
    // stack of the alarms is deleted.
    const topic = new AlarmTopic(this, 'Topic', platform);
    keepSettings(topic, kept);
    this.made = {
      // `findAll` finds only functions that are already defined, so `findAll` must run after all functions are defined.
      entries: this.node.findAll().flatMap((it) => (it instanceof ServiceFunction ? [it.entry] : [])),
      machines: MACHINE_NAMES,
      roots: workflows.roots,
      table: data.table,
      auditTable: data.auditTable,
      deadLetters: data.deadLetters,
      api: gateway.api,
      topic,
    };
    this.outputs({
      ApiId: gateway.api.apiId,
      ApiUrl: gateway.url,
      ...gateway.domainOutputs,
      ...(console && { ConsoleUrl: `${console.url}/console/`, ConsoleBucketName: console.bucket.bucketName }),
      TableName: data.table.tableName,
      AuditTableName: data.auditTable.tableName,
      EventBusName: data.bus.eventBusName,
      DeadLetterQueueUrl: data.deadLetters.queueUrl,
      ProcessOrderArn: workflows.get('process-order').stateMachineArn,
      CreateStaffFunctionName: nameOf(platform, 'ops/create-staff'),
      AlarmTopicArn: topic.topicArn,
    });
  }

  private outputs(values: Record<string, string>): void {
    for (const [key, value] of Object.entries(values)) new CfnOutput(this, key, { value });
  }
}

/**
 * Stores settings in the metadata of a resource of the template. The metadata of the template itself is not enough,
 * because CloudFormation ignores a deployment that changes nothing else.
 */
function keepSettings({ node }: Construct, kept: Kept): void {
  if (!CfnResource.isCfnResource(node.defaultChild))
    throw new Error(`${node.path} is not a CloudFormation resource, so it cannot keep settings`);
  node.defaultChild.addMetadata(KEPT_UNDER, kept);
}
