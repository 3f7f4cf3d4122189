import { failMembership } from '#shared/app/cluster-access/steps/fail-membership';
import { beginClusterApiChange, finishClusterApiChange } from '#shared/app/cluster-api/steps/change-records';
import { beginOrder } from '#shared/app/clusters/steps/begin-order';
import { finishCreation } from '#shared/app/clusters/steps/finish-creation';
import { finishDeletion } from '#shared/app/clusters/steps/finish-deletion';
import { recordFailure } from '#shared/app/clusters/steps/record-failure';
import { listTenants } from '#shared/app/infrastructure/steps/list-tenants';
import { beginNode } from '#shared/app/nodes/steps/begin-node';
import { beginNodeDeletion } from '#shared/app/nodes/steps/begin-node-deletion';
import { finishNode } from '#shared/app/nodes/steps/finish-node';
import { finishNodeDeletion } from '#shared/app/nodes/steps/finish-node-deletion';
import { listNodes } from '#shared/app/nodes/steps/list-nodes';
import { beginPoolChange, finishPoolChange } from '#shared/app/pools/steps/pool-change-records';
import { failProject, finishProject, noteProjectWarning } from '#shared/app/rancher-projects/steps/project-records';
import { beginHibernation, finishHibernation } from '#shared/app/timetable/steps/hibernation-records';
import { beginUpgrade } from '#shared/app/upgrades/steps/begin-upgrade';
import { finishUpgrade } from '#shared/app/upgrades/steps/finish-upgrade';
import { beginOperation, finishOperation } from '#shared/app/upgrades/steps/operation-records';
import { beginRotation, finishRotation } from '#shared/app/upgrades/steps/rotation-records';
import { readEnv, recordsEnv } from '#shared/runtime/env';
import { awsEventBus } from '#shared/runtime/wiring/aws';
import { stepBase } from '#shared/runtime/wiring/steps';
import { stepHandler } from '../_step/step-handler.ts';

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
    beginRotation,
    finishRotation,
    beginOperation,
    finishOperation,
    finishUpgrade,
    beginPoolChange,
    finishPoolChange,
    beginClusterApiChange,
    finishClusterApiChange,
    beginHibernation,
    finishHibernation,
    recordFailure,
    failMembership,
    finishProject,
    noteProjectWarning,
    failProject,
  ],
);
