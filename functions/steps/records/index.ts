import { readEnv, recordsEnv } from '#shared/runtime/env';
import { awsEventBus } from '#shared/runtime/wiring/aws';
import { stepBase } from '#shared/runtime/wiring/steps';
import { stepHandler } from '../_step/step-handler.ts';
import { beginNode } from './begin-node.ts';
import { beginNodeDeletion } from './begin-node-deletion.ts';
import { beginOrder } from './begin-order.ts';
import { beginUpgrade } from './begin-upgrade.ts';
import { failMembership } from './fail-membership.ts';
import { finishCreation } from './finish-creation.ts';
import { finishDeletion } from './finish-deletion.ts';
import { finishNode } from './finish-node.ts';
import { finishNodeDeletion } from './finish-node-deletion.ts';
import { finishUpgrade } from './finish-upgrade.ts';
import { listNodes } from './list-nodes.ts';
import { listTenants } from './list-tenants.ts';
import { recordFailure } from './record-failure.ts';

const env = readEnv(recordsEnv);
const { base, logFor } = stepBase('steps/records', env);
const events = awsEventBus(env.EVENT_BUS_NAME);

export const handler = stepHandler(
  (correlationId) => ({ ...base, events, log: logFor(correlationId) }),
  [
    beginOrder,
    beginNode,
    beginNodeDeletion,
    finishNodeDeletion,
    listNodes,
    listTenants,
    finishCreation,
    finishNode,
    finishDeletion,
    beginUpgrade,
    finishUpgrade,
    recordFailure,
    failMembership,
  ],
);
