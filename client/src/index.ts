export { type ClientOptions, createClient, type PaddockClient } from './create-client.ts';
export { type ClientReply, dataOf } from './data-of.ts';
export { type FieldError, fieldErrors } from './field-errors.ts';
export type * from './generated/schema.d.ts';
export { listAll, type Page } from './list-all.ts';
export { nextStepAfter } from './next-step.ts';
export { emptiestTenant, type NodeMaterial, newestNodes, nodeLike } from './node-like.ts';
export { nodeMaterial } from './node-material.ts';
export { PaddockError, PaddockUnreachable } from './paddock-error.ts';
